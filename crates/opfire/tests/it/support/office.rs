//! A mail server and a webhook, which speak TLS and keep every line they hear.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_rustls::TlsAcceptor;

/// What a server is, and when it shakes hands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A mail server that shakes hands as soon as somebody is connected: `smtps:`.
    MailOverTls,
    /// A mail server that shakes hands when it is asked to: STARTTLS.
    MailWithStarttls,
    /// A mail server that never does, and says so.
    MailInTheOpen,
    /// A mail server that offers to, and then says that it cannot.
    MailThatThinksAgain,
    /// `https:`
    Webhook,
}

/// What was heard.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// How often somebody came and went again.
    pub visits: usize,
    /// What everybody on the way could read.
    pub open: String,
    /// What only the server could.
    pub secret: String,
}

/// A server that notes what it hears.
pub struct Office {
    pub address: SocketAddr,
    notes: Arc<Mutex<Notes>>,
}

impl Office {
    pub async fn open(kind: Kind, acceptor: TlsAcceptor) -> Office {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let notes = Arc::<Mutex<Notes>>::default();
        let shared = Arc::clone(&notes);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, notes) = (acceptor.clone(), Arc::clone(&shared));
                tokio::spawn(async move {
                    serve(kind, stream, &acceptor, &notes).await;
                    notes.lock().unwrap().visits += 1;
                });
            }
        });
        Office { address, notes }
    }

    /// What was heard when somebody has come and gone again.
    pub async fn visited(&self) -> Notes {
        for _ in 0..400 {
            let notes = self.notes();
            if notes.visits > 0 {
                return notes;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("nobody comes");
    }

    pub fn notes(&self) -> Notes {
        self.notes.lock().unwrap().clone()
    }
}

async fn serve(kind: Kind, stream: TcpStream, acceptor: &TlsAcceptor, notes: &Mutex<Notes>) -> Option<()> {
    let open = |line: &str| notes.lock().unwrap().open.push_str(line);
    let secret = |line: &str| notes.lock().unwrap().secret.push_str(line);
    match kind {
        Kind::MailOverTls => converse(acceptor.accept(stream).await.ok()?, true, "", &secret).await.map(|_| ()),
        Kind::MailInTheOpen => converse(stream, true, "", &open).await.map(|_| ()),
        Kind::MailThatThinksAgain => converse(stream, true, "454 not now", &open).await.map(|_| ()),
        Kind::MailWithStarttls => {
            let stream = converse(stream, true, "220 go ahead", &open).await??;
            converse(acceptor.accept(stream).await.ok()?, false, "", &secret).await.map(|_| ())
        }
        Kind::Webhook => take_post(acceptor.accept(stream).await.ok()?, &secret).await,
    }
}

/// RFC 5321, as far as one mail needs it. `starttls` is the answer to that wish, which is offered only with one; the
/// stream comes back if it is granted.
async fn converse<S>(stream: S, greets: bool, starttls: &str, note: &(impl Fn(&str) + Sync)) -> Option<Option<S>>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut stream = BufReader::new(stream);
    if greets {
        stream.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    }
    let offer = if starttls.is_empty() { "" } else { "250-STARTTLS\r\n" };
    let mut in_mail = false;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return Some(None);
        }
        note(&line);
        let verb = line.split_whitespace().next().unwrap_or_default().to_uppercase();
        let answer = match verb.as_str() {
            "." => {
                in_mail = false;
                "250 taken".to_owned()
            }
            _ if in_mail => continue,
            "DATA" => {
                in_mail = true;
                "354 go on".to_owned()
            }
            // A server that is careless offers to hear passwords at any time.
            "EHLO" => format!("250-mail.example\r\n{offer}250 AUTH PLAIN LOGIN"),
            "AUTH" => "235 welcome".to_owned(),
            "MAIL" | "RCPT" => "250 ok".to_owned(),
            "QUIT" => "221 bye".to_owned(),
            "STARTTLS" if !starttls.is_empty() => starttls.to_owned(),
            _ => "502 what?".to_owned(),
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        stream.flush().await.ok()?;
        if verb == "STARTTLS" && starttls.starts_with("220") {
            return Some(Some(stream.into_inner()));
        }
    }
}

/// One request of HTTP with a body, which is answered without one.
async fn take_post<S>(mut stream: S, note: &(impl Fn(&str) + Sync)) -> Option<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut heard = String::new();
    let mut part = [0; 4096];
    while !heard.ends_with('}') {
        let count = stream.read(&mut part).await.ok().filter(|count| *count > 0)?;
        heard.push_str(&String::from_utf8_lossy(&part[..count]));
    }
    note(&heard);
    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.ok()?;
    stream.shutdown().await.ok()
}
