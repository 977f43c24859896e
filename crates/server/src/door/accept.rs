use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    http::Request,
    response::{IntoResponse, Response},
};
use hyper::{
    body::{Body as HttpBody, Incoming},
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};
use tower::Service as _;

use crate::{
    RequestError,
    door::{
        limits::{
            purse::Payer,
            warden::{Ticket, Warden},
        },
        patient::Patient,
        tls::{Secret, Tls},
    },
    operator::meters::meters,
};

/// The largest head of a request.
const LARGEST_HEAD: usize = 64 * 1024;
/// How many visitors can be told at the same time why they are not let in; beyond that we just hang up.
const TURNED_AWAY: usize = 32;
/// How long a visitor who is not let in has for his request.
const FAREWELL: Duration = Duration::from_secs(2);
/// What a request costs whoever asks, besides what is worked out for it.
const REQUEST: Duration = Duration::from_micros(500);
/// How long a request is put off that somebody cannot pay for yet.
const SHORT: Duration = Duration::from_secs(1);
/// How long to wait when the machine has no room for another connection.
const PAUSE: Duration = Duration::from_millis(200);

/// The door through which connections come in.
pub(crate) struct Door {
    router: Router,
    warden: Arc<Warden>,
    closing: watch::Receiver<bool>,
    turned_away: Arc<Semaphore>,
    /// Connections: each holds a receiver.
    open: watch::Sender<()>,
    /// Makes connections secret, where that is wanted.
    tls: Option<Arc<Tls>>,
}

impl Door {
    pub(crate) fn new(
        router: Router,
        warden: Arc<Warden>,
        closing: watch::Receiver<bool>,
        tls: Option<Arc<Tls>>,
    ) -> Door {
        let (turned_away, open) = (Arc::new(Semaphore::new(TURNED_AWAY)), watch::Sender::new(()));
        Door { router, warden, closing, turned_away, open, tls }
    }

    /// Lets connections in until the server closes, and ends when all of them have.
    pub(crate) async fn attend(self, listener: TcpListener) {
        let mut closing = self.closing.clone();
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.meet(stream, peer),
                    Err(error) => bear(&error).await,
                },
                () = closed(&mut closing) => break,
            }
        }
        drop(listener);
        self.open.closed().await;
    }

    fn meet(&self, stream: TcpStream, peer: SocketAddr) {
        // Everything is sent at once: waiting to fill a packet costs the other side tens of milliseconds.
        let _ = stream.set_nodelay(true);
        let peer = peer.ip().to_canonical();
        match self.warden.admit(peer) {
            Ok(ticket) => self.serve(stream, peer, ticket),
            Err(error) => self.turn_away(stream, error),
        }
    }

    fn serve(&self, stream: TcpStream, peer: IpAddr, ticket: Ticket) {
        let (router, warden, ticket) = (self.router.clone(), Arc::clone(&self.warden), Arc::new(ticket));
        let mut http = self.http();
        http.header_read_timeout(self.warden.limits().request_time);
        let held = Arc::clone(&ticket);
        let service = service_fn(move |request: Request<Incoming>| {
            answer(router.clone(), Arc::clone(&warden), peer, Arc::clone(&held), request)
        });
        self.spawn(stream, http, service, self.warden.limits().request_time, ticket);
    }

    /// Tells a visitor why he is not let in, if that can be done quickly.
    fn turn_away(&self, stream: TcpStream, error: RequestError) {
        meters().turned_away.inc();
        let Ok(place) = Arc::clone(&self.turned_away).try_acquire_owned() else { return };
        let mut http = self.http();
        http.keep_alive(false).header_read_timeout(FAREWELL);
        let error = Arc::new(error);
        let service = service_fn(move |_: Request<Incoming>| {
            let error = Arc::clone(&error);
            async move { Ok::<_, Infallible>(error.answer()) }
        });
        self.spawn(stream, http, service, FAREWELL, place);
    }

    fn http(&self) -> http1::Builder {
        let mut http = http1::Builder::new();
        // The buffer grows in steps and may be larger than its limit: only the size of the head itself is exact.
        http.timer(TokioTimer::new()).max_buf_size(LARGEST_HEAD).max_header_size(LARGEST_HEAD);
        http
    }

    /// Serves a connection beside the others. `held` is given back when it ends; hands must be shaken within
    /// `patience`.
    fn spawn<S, B>(
        &self,
        stream: TcpStream,
        http: http1::Builder,
        service: S,
        patience: Duration,
        held: impl Send + 'static,
    ) where
        S: Service<Request<Incoming>, Response = axum::http::Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send + 'static,
        B: HttpBody<Data: Send, Error: Into<axum::BoxError>> + Send + 'static,
    {
        let stream = Patient::new(stream, self.warden.limits().answer_time);
        let (mut closing, open, tls) = (self.closing.clone(), self.open.subscribe(), self.tls.clone());
        tokio::spawn(async move {
            match tls {
                None => converse(stream, &http, service, &mut closing).await,
                Some(tls) => {
                    if let Some(stream) = shake_hands(&tls, stream, patience, &mut closing).await {
                        converse(stream, &http, service, &mut closing).await;
                    }
                }
            }
            drop((held, open));
        });
    }
}

/// A secret connection; nothing if the client does not manage it in time, or the server closes.
async fn shake_hands(
    tls: &Tls,
    stream: Patient<TcpStream>,
    patience: Duration,
    closing: &mut watch::Receiver<bool>,
) -> Option<Secret<Patient<TcpStream>>> {
    let shaken = tokio::select! {
        shaken = timeout(patience, tls.accept(stream)) => shaken,
        () = closed(closing) => return None,
    };
    let failed = match shaken {
        Ok(Ok(stream)) => return Some(stream),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "it took too long".to_owned(),
    };
    meters().handshakes_failed.inc();
    tracing::debug!("a TLS handshake failed: {failed}");
    None
}

/// Answers the requests of a connection until it or the server ends.
async fn converse<T, S, B>(stream: T, http: &http1::Builder, service: S, closing: &mut watch::Receiver<bool>)
where
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Service<Request<Incoming>, Response = axum::http::Response<B>, Error = Infallible> + Send + 'static,
    S::Future: Send + 'static,
    B: HttpBody<Data: Send, Error: Into<axum::BoxError>> + Send + 'static,
{
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closed(closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("a connection ended: {error}");
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

async fn answer(
    mut router: Router,
    warden: Arc<Warden>,
    peer: IpAddr,
    ticket: Arc<Ticket>,
    request: Request<Incoming>,
) -> Result<Response, Infallible> {
    let mut request = request.map(Body::new);
    let caller = match warden.call(peer, &ticket, request.headers()) {
        Ok(caller) => caller,
        Err(error) => return Ok(error.into_response()),
    };
    let payer = caller.payer.clone();
    if let Err(error) = pay(&payer).await {
        return Ok(error.into_response());
    }
    request.extensions_mut().insert(caller);
    // In a task of its own: a visitor who hangs up does not break off what he has begun.
    let answered = tokio::spawn(payer.pays(async move { router.call(request).await }));
    Ok(match answered.await {
        Ok(answer) => answer?,
        Err(error) => RequestError::Defect(error.to_string()).into_response(),
    })
}

/// Has a request paid for. A short wait is waited out; who has to wait longer is told so, and not at once: he gains
/// nothing by asking again and again.
async fn pay(payer: &Payer) -> Result<(), RequestError> {
    let mut left = SHORT;
    loop {
        let wait = payer.wait();
        if wait.is_zero() {
            payer.spend(REQUEST);
            return Ok(());
        }
        sleep(wait.min(left)).await;
        if wait >= left {
            meters().spent.inc();
            return Err(RequestError::Spent(payer.wait().max(Duration::from_secs(1))));
        }
        left -= wait;
    }
}

/// A connection that was gone before it was accepted is nothing; when the machine has no room, others have to end
/// first.
async fn bear(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted) {
        tracing::error!("no connection can be accepted at the moment: {error}");
        sleep(PAUSE).await;
    }
}
