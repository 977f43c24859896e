//! Addresses: `/api/tables/abc/view?seq=3`.

/// An address in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Address {
    /// What stands between the slashes after `/api/`.
    pub(crate) parts: Vec<String>,
    /// What stands after the question mark.
    pub(crate) pairs: Vec<(String, String)>,
}

impl Address {
    pub(crate) fn read(text: &str) -> Address {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let path = path.strip_prefix("/api/").unwrap_or(path);
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (plain(&name.replace('+', " ")), plain(&value.replace('+', " ")))
        };
        Address {
            parts: path.split('/').map(plain).collect(),
            pairs: query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect(),
        }
    }

    /// The value of a name, the last one if there are several.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.pairs.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The text without its escapes (`%20`). What is no escape stays as it is.
fn plain(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('%') {
        bytes.extend_from_slice(&rest.as_bytes()[..place]);
        rest = &rest[place + 1..];
        match rest.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[2..];
            }
            None => bytes.push(b'%'),
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_is_taken_apart() {
        let address = Address::read("/api/maps/open%2Dfire/a%20b/look?from=0101&smoke=1010%3D2&smoke=1011&x=a+b&y=%zz");
        assert_eq!(address.parts, ["maps", "open-fire", "a b", "look"]);
        assert_eq!(address.value("from"), Some("0101"));
        assert_eq!(address.value("smoke"), Some("1011"));
        assert_eq!(address.pairs[1].1, "1010=2");
        assert_eq!((address.value("x"), address.value("y"), address.value("z")), (Some("a b"), Some("%zz"), None));
    }
}
