use super::{TILE_HEIGHT, TILE_WIDTH, VERSION, write::escape};

/// A tileset as a `.tsx` file beside the picture `NAME.png`: one tile for each class, one below the other, so that the
/// picture holds no tile without a class.
pub fn tileset(name: &str, classes: &[&str]) -> String {
    let (name, count) = (escape(name), classes.len());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <tileset {VERSION} name=\"{name}\" tilewidth=\"{TILE_WIDTH}\" tileheight=\"{TILE_HEIGHT}\" \
         tilecount=\"{count}\" columns=\"1\">\n \
         <image source=\"{name}.png\" width=\"{TILE_WIDTH}\" height=\"{}\"/>\n",
        TILE_HEIGHT as usize * count
    );
    for (id, class) in classes.iter().enumerate() {
        text += &format!(" <tile id=\"{id}\" type=\"{}\"/>\n", escape(class));
    }
    text + "</tileset>\n"
}
