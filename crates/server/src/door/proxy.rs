use std::{net::IpAddr, str::FromStr};

use axum::http::{HeaderMap, HeaderName, header};
use thiserror::Error;

/// A range of addresses, as in `10.0.0.0/8` or `::1`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    /// How many leading bits count.
    bits: u8,
}

/// Not a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is neither an address nor a network: write 192.0.2.7, 10.0.0.0/8 or fd00::/8")]
pub struct NetworkError(String);

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let wrong = || NetworkError(text.to_owned());
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(longest), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > longest { Err(wrong()) } else { Ok(Network { address, bits }) }
    }
}

impl Network {
    /// Whether `address` lies in it.
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.bits)).unwrap_or(0);
                own.to_bits() & mask == other.to_bits() & mask
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.bits)).unwrap_or(0);
                own.to_bits() & mask == other.to_bits() & mask
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whether `address` is a proxy whose word counts.
pub(crate) fn is_trusted(trusted: &[Network], address: IpAddr) -> bool {
    trusted.iter().any(|network| network.holds(address))
}

/// Who made a request that came from `peer`: the last address before the trusted proxies.
///
/// A proxy that sets one of the two headers may pass on the other as a stranger wrote it. So if there are both and they
/// differ, neither is believed, and the proxy itself counts.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    if !is_trusted(trusted, peer) {
        return peer;
    }
    let plain = last_stranger(&list(headers, X_FORWARDED_FOR, |word| Some(word.trim())), trusted);
    let long = last_stranger(&list(headers, header::FORWARDED, forwarded_for), trusted);
    match (plain, long) {
        (Some(one), Some(other)) if one != other => peer,
        (Some(address), _) | (None, Some(address)) => address,
        (None, None) => peer,
    }
}

/// The addresses of a header that may come several times; `None` for an entry that is not an address.
fn list(headers: &HeaderMap, name: HeaderName, read: fn(&str) -> Option<&str>) -> Vec<Option<IpAddr>> {
    let values = headers.get_all(name).into_iter().map(|value| value.to_str().unwrap_or("unreadable"));
    values.flat_map(|value| value.split(',')).map(|word| address(read(word)?)).collect()
}

/// The last address that is not a proxy of ours. An address before an unreadable one is worth no more than that.
fn last_stranger(list: &[Option<IpAddr>], trusted: &[Network]) -> Option<IpAddr> {
    list.iter().rev().copied().map_while(|address| address).find(|&address| !is_trusted(trusted, address))
}

/// `for=` in one element of the header Forwarded.
fn forwarded_for(element: &str) -> Option<&str> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    named.next().map(|(_, value)| value.trim().trim_matches('"'))
}

/// `192.0.2.7`, `192.0.2.7:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let whole = text.parse().ok();
    let with_port = || text.parse().ok().map(|address: std::net::SocketAddr| address.ip());
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    whole.or_else(with_port).or_else(bare).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::{Network, client};

    fn asked(peer: &str, given: &[(&'static str, &str)]) -> String {
        let trusted: Vec<Network> = ["10.0.0.0/8", "::1"].map(|text| text.parse().unwrap()).to_vec();
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn networks_hold_their_addresses() {
        let holds = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().holds(address.parse::<IpAddr>().unwrap())
        };
        for (network, address) in [
            ("10.0.0.0/8", "10.255.3.4"),
            ("192.0.2.7", "192.0.2.7"),
            ("0.0.0.0/0", "203.0.113.9"),
            ("10.0.0.0/8", "::ffff:10.1.1.1"),
            ("fd00::/8", "fdab::1"),
            ("::/0", "2001:db8::1"),
            ("192.0.2.128/25", "192.0.2.255"),
        ] {
            assert!(holds(network, address), "{network} {address}");
        }
        for (network, address) in [
            ("10.0.0.0/8", "11.0.0.1"),
            ("192.0.2.7", "192.0.2.8"),
            ("192.0.2.128/25", "192.0.2.127"),
            ("fd00::/8", "fc00::1"),
            ("0.0.0.0/0", "2001:db8::1"),
        ] {
            assert!(!holds(network, address), "{network} {address}");
        }
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "host", "10.0.0.0/", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let stranger = ("x-forwarded-for", "203.0.113.9");
        assert_eq!(asked("192.0.2.1", &[stranger]), "192.0.2.1");
        assert_eq!(asked("10.0.0.1", &[stranger]), "203.0.113.9");
        assert_eq!(asked("::1", &[stranger]), "203.0.113.9");
        assert_eq!(asked("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn the_last_stranger_counts_and_not_what_he_says() {
        let given = |value| asked("10.0.0.1", &[("x-forwarded-for", value)]);
        assert_eq!(given("1.1.1.1, 203.0.113.9, 10.2.2.2"), "203.0.113.9");
        assert_eq!(given("1.1.1.1, nonsense, 10.2.2.2"), "10.0.0.1");
        assert_eq!(given("203.0.113.9:5555"), "203.0.113.9");
        assert_eq!(given("[2001:db8::1]:5555"), "2001:db8::1");
        assert_eq!(given(""), "10.0.0.1");
        let twice = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "203.0.113.9")];
        assert_eq!(asked("10.0.0.1", &twice), "203.0.113.9");
    }

    #[test]
    fn the_other_header_is_read_too() {
        let given = |value| asked("10.0.0.1", &[("forwarded", value)]);
        assert_eq!(given("for=1.1.1.1, For=\"203.0.113.9:80\";proto=https"), "203.0.113.9");
        assert_eq!(given("by=10.0.0.1;for=\"[2001:db8::1]:80\""), "2001:db8::1");
        assert_eq!(given("for=unknown"), "10.0.0.1");
        let both = |one, other| asked("10.0.0.1", &[("x-forwarded-for", one), ("forwarded", other)]);
        assert_eq!(both("203.0.113.9", "for=203.0.113.9"), "203.0.113.9");
        assert_eq!(both("203.0.113.9", "for=1.1.1.1"), "10.0.0.1", "one of them is the stranger's own");
    }
}
