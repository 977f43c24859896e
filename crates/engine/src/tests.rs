mod game;
mod game_file;
mod parts;
mod reopen;
mod settings;
mod snapshots;
mod toy;
