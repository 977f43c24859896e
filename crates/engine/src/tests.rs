mod game;
mod game_file;
mod parts;
mod settings;
mod snapshots;
mod toy;
