use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// A client must take at least so much in the time it is given.
const LEAST: usize = 16 * 1024;

/// How long we listen to a client that goes on speaking after our last word.
const LINGER: Duration = Duration::from_secs(5);

/// A stream that gives up on a client that does not read what is sent to it, or reads it in drops.
///
/// If a client is still sending when we hang up (a file that is too large, say), what it sends is thrown away for a
/// while: to close a connection with something unread in it would reset it, and the client would lose the answer that
/// says why.
pub(crate) struct Patient<T> {
    stream: T,
    patience: Duration,
    /// Runs while something waits to be sent.
    waiting: Option<Pin<Box<Sleep>>>,
    /// What was sent since then.
    sent: usize,
    /// Whether our last word is said.
    shut: bool,
    /// Runs while the client goes on speaking.
    lingering: Option<Pin<Box<Sleep>>>,
}

impl<T> Patient<T> {
    pub(crate) fn new(stream: T, patience: Duration) -> Patient<T> {
        Patient { stream, patience, waiting: None, sent: 0, shut: false, lingering: None }
    }

    fn rest(&mut self) {
        (self.waiting, self.sent) = (None, 0);
    }

    fn judge<R>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if done.is_pending() {
            let patience = self.patience;
            let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
            if waiting.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")));
            }
        }
        done
    }

    fn count(&mut self, sent: &Poll<io::Result<usize>>) {
        if let Poll::Ready(Ok(sent)) = sent {
            self.sent += sent;
            if self.sent >= LEAST {
                self.rest();
            }
        }
    }
}

impl<T: AsyncRead + Unpin> Patient<T> {
    /// Throws away what the client still says, until it ends or we have heard enough. A client that is silent is not
    /// waited for.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut room = [0; 4096];
        loop {
            let mut heard = ReadBuf::new(&mut room);
            match Pin::new(&mut self.stream).poll_read(cx, &mut heard) {
                Poll::Ready(Ok(())) if !heard.filled().is_empty() => {}
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending if self.lingering.is_none() => return Poll::Ready(()),
                Poll::Pending => return self.enough().as_mut().poll(cx),
            }
            if self.enough().as_mut().poll(cx).is_ready() {
                return Poll::Ready(());
            }
        }
    }

    fn enough(&mut self) -> &mut Pin<Box<Sleep>> {
        self.lingering.get_or_insert_with(|| Box::pin(sleep(LINGER)))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Patient<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Patient<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.count(&sent);
        self.judge(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.count(&sent);
        self.judge(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Asked for when everything was written: the client may take its time until there is more.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        if flushed.is_ready() {
            self.rest();
        }
        self.judge(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.shut {
            let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
            ready!(self.judge(cx, shut))?;
            self.shut = true;
        }
        self.poll_linger(cx).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use std::{io, time::Duration};

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        time::{sleep, timeout},
    };

    use super::{LEAST, Patient};

    async fn given_up(sending: impl Future<Output = io::Result<()>>) -> io::Error {
        timeout(Duration::from_secs(20), sending).await.expect("it is never given up").unwrap_err()
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_given_up() {
        let (ours, _theirs) = duplex(1024);
        let mut stream = Patient::new(ours, Duration::from_millis(20));
        let error = given_up(stream.write_all(&[0; 4096])).await;
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_by_drops_is_given_up() {
        let (ours, mut theirs) = duplex(16);
        let mut stream = Patient::new(ours, Duration::from_millis(100));
        let reader = tokio::spawn(async move {
            while theirs.read_u8().await.is_ok() {
                sleep(Duration::from_millis(5)).await;
            }
        });
        let error = given_up(stream.write_all(&vec![0; 2 * LEAST])).await;
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        reader.abort();
    }

    #[tokio::test]
    async fn a_client_that_reads_gets_all_of_it_and_may_rest_between() {
        let (ours, mut theirs) = duplex(1024);
        let mut stream = Patient::new(ours, Duration::from_millis(500));
        let reader = tokio::spawn(async move {
            let mut bytes = Vec::new();
            theirs.read_to_end(&mut bytes).await.unwrap();
            bytes.len()
        });
        for _ in 0..3 {
            stream.write_all(&vec![1; 3 * LEAST]).await.unwrap();
            stream.flush().await.unwrap();
            sleep(Duration::from_millis(600)).await;
        }
        stream.shutdown().await.unwrap();
        drop(stream);
        assert_eq!(reader.await.unwrap(), 9 * LEAST);
    }
}
