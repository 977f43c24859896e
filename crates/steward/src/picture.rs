/// A drawn map without the numbers of its hexes, for a screen that writes them itself.
///
/// The group of hex numbers holds texts and no other group, so it ends at the first `</g>`.
pub fn without_numbers(svg: &str) -> String {
    let group = |name: &str| {
        let (before, rest) = svg.split_once(&format!("<g class=\"{name}\""))?;
        let (_, after) = rest.split_once("</g>")?;
        Some(format!("{before}{after}"))
    };
    group("hex-numbers").or_else(|| group("numbers")).unwrap_or_else(|| svg.to_owned())
}

#[cfg(test)]
mod tests {
    use super::without_numbers;

    #[test]
    fn the_numbers_of_a_picture_can_be_left_out() {
        let picture = "<svg><g class=\"hex-numbers\" fill=\"#000\"><text>0101</text></g><g/></svg>";
        assert_eq!(without_numbers(picture), "<svg><g/></svg>");
        assert_eq!(without_numbers("<svg/>"), "<svg/>", "a picture without numbers is left alone");
    }
}
