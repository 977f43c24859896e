mod game;
mod game_file;
mod parts;
mod reopen;
mod settings;
mod shown;
mod snapshots;
mod toy;
