use std::{io, net::SocketAddr};

use tokio::net::TcpListener;

/// Listens at `address`, or, if its port is taken, at the first free one of the `tries` ports after it.
/// `TcpListener::local_addr` says which it became.
///
/// # Errors
/// If no port is free, or the address cannot be listened at for another reason.
pub async fn bind(address: SocketAddr, tries: u16) -> io::Result<TcpListener> {
    let mut port = address.port();
    let last = if port == 0 { 0 } else { port.saturating_add(tries) };
    loop {
        match TcpListener::bind(SocketAddr::new(address.ip(), port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port < last => port += 1,
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                let ports = format!("no port from {} to {last} is free at {}", address.port(), address.ip());
                return Err(io::Error::new(error.kind(), ports));
            }
            done => return done,
        }
    }
}
