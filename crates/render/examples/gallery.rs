//! Writes the example boards as SVG and PNG: `cargo run -p render --example gallery -- DIR`.

#[path = "../tests/boards/mod.rs"]
mod boards;

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("usage: gallery DIR")?);
    fs::create_dir_all(&folder)?;
    let (gallery, coast, large) = (boards::gallery(), boards::coast(), boards::large());
    let pictures = [
        ("map", render::map_svg(&gallery), 1.5),
        ("coast", render::map_svg(&coast), 1.5),
        ("scene", render::scene_svg(&gallery, &boards::view()), 1.5),
        ("large", render::map_svg(&large), 0.6),
    ];
    for (name, svg, scale) in pictures {
        fs::write(folder.join(format!("{name}.png")), render::png(&svg, scale)?)?;
        fs::write(folder.join(format!("{name}.svg")), svg)?;
    }
    Ok(())
}
