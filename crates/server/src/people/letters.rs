//! What people write for others to read.

/// Whether a letter stands in a line and leaves the rest of it alone: neither a control character, nor one that turns
/// the direction of what stands around it, nor one that ends the line. Whoever could write those could make a line of
/// his look like somebody else's.
pub(crate) fn stays_in_line(letter: char) -> bool {
    !letter.is_control() && !turns(letter) && !ends_line(letter)
}

/// Letters of which nothing is seen but that what stands around them changes its direction.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The ends of lines and of paragraphs that are no control characters.
pub(crate) fn ends_line(letter: char) -> bool {
    matches!(letter, '\n' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::stays_in_line;

    #[test]
    fn only_letters_that_leave_others_alone_stay() {
        assert!("Ann-Kathrin O'Hara, Müller № 7 ✠ 田中 नमस्ते עברית \u{200d}".chars().all(stays_in_line));
        for turns in
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars()
        {
            assert!(!stays_in_line(turns), "{turns:?}");
        }
        for ends in "\n\r\t\0\u{85}\u{2028}\u{2029}\u{1b}".chars() {
            assert!(!stays_in_line(ends), "{ends:?}");
        }
    }
}
