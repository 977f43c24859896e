mod game;
mod game_file;
mod parts;
mod toy;
