//! Writes the example boards as SVG and PNG: `cargo run -p render --example gallery -- DIR`.

#[path = "../tests/it/boards/mod.rs"]
mod boards;

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("usage: gallery DIR")?);
    fs::create_dir_all(&folder)?;
    let (gallery, coast, large) = (boards::gallery(), boards::coast(), boards::large());
    let pictures = [
        ("map", render::map_svg(&gallery), 1.5),
        ("coast", render::map_svg(&coast), 1.5),
        ("sheet", render::sheet_svg(&gallery), 1.0),
        ("coast-sheet", render::sheet_svg(&coast), 1.0),
        ("large-sheet", render::sheet_svg(&large), 0.5),
        ("small-sheet", render::sheet_svg(&boards::plain(4, 5, 48.0)), 1.0),
        ("patchwork", render::map_svg(&boards::patchwork()), 0.6),
        ("compass", render::compass_svg(engine::North::Right), 4.0),
        ("scene", render::scene_svg(&gallery, &boards::view()), 1.5),
        ("large", render::map_svg(&large), 0.6),
    ];
    let close_ups = [("map", 0, 300), ("map", 760, 100), ("coast", 340, 330), ("coast", 980, 0), ("coast", 0, 700)];
    for (name, svg, scale) in pictures {
        fs::write(folder.join(format!("{name}.png")), render::png(&svg, scale)?)?;
        for (_, x, y) in close_ups.iter().filter(|(of, ..)| *of == name) {
            let picture = render::png(&cut(&svg, *x, *y), 2.0)?;
            fs::write(folder.join(format!("{name}-{x}-{y}.png")), picture)?;
        }
        fs::write(folder.join(format!("{name}.svg")), svg)?;
    }
    let swatches = folder.join("swatches");
    fs::create_dir_all(&swatches)?;
    for look in render::looks() {
        fs::write(swatches.join(format!("{look}.svg")), render::swatch_svg(look))?;
    }
    Ok(())
}

/// A drawing cut down to the part that begins here.
fn cut(svg: &str, x: u32, y: u32) -> String {
    let rest = svg.split_once('\n').map_or("", |(_, rest)| rest);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} 620 470\">\n{rest}")
}
