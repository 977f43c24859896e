//! Addresses that a player wants to be told at. They are a stranger's, so they may lead anywhere: also to machines that
//! only this one can reach. Who posts to them is built in with the feature `club`.

#[cfg(feature = "club")]
mod poster;

#[cfg(feature = "club")]
pub(crate) use poster::Poster;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;

use crate::RequestError;

/// Characters of an address.
const LONGEST: usize = 500;

/// Checks an address that a player gives, without asking the network.
pub(crate) fn webhook_address(text: &str, inside: bool) -> Result<String, RequestError> {
    let wrong = |why: &str| RequestError::Unprocessable(format!("this cannot be a webhook: {why}"));
    let uri: Uri = text.trim().parse().map_err(|_| wrong("it is not an address"))?;
    if text.len() > LONGEST {
        return Err(wrong("its address is too long"));
    }
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err(wrong("its address begins with https:// or http://"));
    }
    let host = host(&uri).ok_or_else(|| wrong("it names no machine"))?;
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err(wrong("there is a password in it"));
    }
    if !has_good_port(&uri) {
        return Err(wrong("its port is no number from 1 to 65535"));
    }
    let address: Option<IpAddr> = host.parse().ok();
    if !inside && (host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| !is_public(address))) {
        return Err(wrong("it leads into a private network"));
    }
    Ok(uri.to_string())
}

/// The name or number of the machine.
fn host(uri: &Uri) -> Option<&str> {
    uri.host().map(|host| host.trim_start_matches('[').trim_end_matches(']')).filter(|host| !host.is_empty())
}

/// Whether the port is one, if there is any. The library takes one that is too large for none.
fn has_good_port(uri: &Uri) -> bool {
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let place = authority.rsplit_once('@').map_or(authority, |(_, place)| place);
    let after_host = place.rsplit_once(']').map_or(place, |(_, after)| after);
    after_host.rsplit_once(':').is_none_or(|(_, port)| port.parse::<u16>().is_ok_and(|port| port > 0))
}

/// Whether an address is one of the open network: neither this machine, nor the networks around it, nor those set aside
/// for other use.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_4(address),
        IpAddr::V6(address) => is_public_6(address),
    }
}

fn is_public_4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let benchmarks = a == 198 && (b == 18 || b == 19);
    let protocols = (a, b, c) == (192, 0, 0);
    let relays = (a, b, c) == (192, 88, 99);
    let reserved = a == 0 || a >= 224;
    !(address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || benchmarks
        || protocols
        || relays
        || reserved)
}

/// Only the range that is given out, without what carries an IPv4 address inside or is set aside in it.
fn is_public_6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let given_out = first & 0xe000 == 0x2000;
    let protocols = first == 0x2001 && second < 0x0200;
    let documentation = (first == 0x2001 && second == 0x0db8) || (first == 0x3fff && second < 0x1000);
    let within_4 = first == 0x2002;
    given_out && !protocols && !documentation && !within_4
}

#[cfg(test)]
mod tests {
    use super::{is_public, webhook_address};

    #[test]
    fn only_the_open_network_is_public() {
        for address in
            ["8.8.8.8", "1.1.1.1", "100.63.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2a00:1450::1"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "127.0.0.1",
            "127.8.8.8",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "198.18.0.1",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "fc00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "3fff::1",
            "::127.0.0.1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn addresses_of_webhooks_are_checked() {
        for right in ["https://hooks.example/a?b=c", "http://hooks.example:8080/", "https://8.8.8.8/x"] {
            assert!(webhook_address(right, false).is_ok(), "{right}");
        }
        let inside = [
            "http://localhost/",
            "http://LOCALHOST:80/",
            "http://127.0.0.1:5432/",
            "http://[::1]/",
            "https://169.254.169.254/latest",
        ];
        for right in ["https://hooks.example:65535/", "http://hooks.example:1", "https://[2606:4700::1111]:443/"] {
            assert!(webhook_address(right, false).is_ok(), "{right}");
        }
        for port in ["65536", "99999", "0", "", "4294967376", "80x", "-1"] {
            let wrong = format!("https://hooks.example:{port}/a");
            assert!(webhook_address(&wrong, false).is_err(), "{wrong}");
        }
        for wrong in [
            "",
            "hooks",
            "ftp://hooks.example/",
            "file:///etc/passwd",
            "https://",
            "https://a:b@hooks.example/",
            "javascript:1",
        ]
        .iter()
        .chain(&inside)
        {
            assert!(webhook_address(wrong, false).is_err(), "{wrong}");
        }
        for right in inside {
            assert!(webhook_address(right, true).is_ok(), "{right}: the operator allows it");
        }
    }
}
