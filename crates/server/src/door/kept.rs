//! Answers that are the same for everybody: made once, packed once, and from then on only sent.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    io::{Read, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use tokio::sync::OnceCell;

use crate::{
    RequestError,
    door::{limits::warden::Warden, routes::Answer},
    failure::apart,
};

/// Shorter ones are sent as they are.
const SHORT: usize = 1024;

/// All answers that were made so far, each under a name of its own.
#[derive(Default)]
pub(crate) struct Kept(Mutex<BTreeMap<String, Arc<OnceCell<Arc<Made>>>>>);

/// An answer that is sent again and again.
pub(crate) struct Made {
    mime: String,
    /// Names its content.
    tag: String,
    bytes: Bytes,
    /// Whether these are packed.
    packed: bool,
}

/// Marks an answer that is not to be packed on its way: that would be done again for every request.
#[derive(Copy, Clone, Debug)]
pub(crate) struct AsItIs;

/// For how long others may keep an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Not at all.
    Never,
    /// If they ask each time whether it is still the same.
    Asking,
    /// For ever.
    Ever,
}

impl Kept {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<OnceCell<Arc<Made>>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer with this name if it was made already.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Made>> {
        self.all().get(name).and_then(|cell| cell.get()).map(Arc::clone)
    }

    /// The answer with this name. It is made once, however many ask for it: `make` gives its kind and its content.
    pub(crate) async fn get<T: Into<Vec<u8>>>(
        &self,
        name: &str,
        warden: &Warden,
        make: impl FnOnce() -> Answer<(String, T)> + Send + 'static,
    ) -> Answer<Arc<Made>> {
        let cell = Arc::clone(self.all().entry(name.to_owned()).or_default());
        let work = async {
            let _pass = warden.asking.enter_in_turn().await?;
            apart(move || make().map(|(mime, bytes)| Arc::new(Made::new(mime, bytes.into())))).await?
        };
        let made = cell.get_or_try_init(|| work).await.map(Arc::clone);
        if made.is_err() {
            // Nothing is kept under a name that means nothing.
            self.all().remove(name);
        }
        made
    }

    /// As [`Kept::get`], for what is sent as JSON.
    pub(crate) async fn json<T: serde::Serialize>(
        &self,
        name: &str,
        warden: &Warden,
        make: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<Arc<Made>> {
        self.get(name, warden, move || Ok((JSON.to_owned(), written(&make()?)?))).await
    }
}

pub(crate) const JSON: &str = "application/json";

/// Something as JSON.
pub(crate) fn written<T: serde::Serialize>(value: &T) -> Answer<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| RequestError::Defect(error.to_string()))
}

impl Made {
    /// To be sent often.
    pub(crate) fn new(mime: String, plain: Vec<u8>) -> Made {
        Made::packed(mime, plain, Compression::best())
    }

    /// To be sent once.
    pub(crate) fn quickly(mime: String, plain: Vec<u8>) -> Made {
        Made::packed(mime, plain, Compression::fast())
    }

    fn packed(mime: String, plain: Vec<u8>, how: Compression) -> Made {
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let short = packed(&plain, how).filter(|packed| plain.len() > SHORT && packed.len() < plain.len() * 9 / 10);
        let packed = short.is_some();
        Made { mime, tag, bytes: short.unwrap_or(plain).into(), packed }
    }

    /// The answer to a request with these headers.
    pub(crate) fn answer(&self, keep: Keep, headers: &HeaderMap) -> Answer<Response> {
        let mut answer = self.body(headers)?;
        answer.extensions_mut().insert(AsItIs);
        let heads = answer.headers_mut();
        if self.packed {
            heads.append(header::VARY, header::HeaderValue::from_static("accept-encoding"));
        }
        let control = match keep {
            Keep::Never => return Ok(answer),
            Keep::Asking => "no-cache",
            Keep::Ever => "public, max-age=31536000, immutable",
        };
        heads.insert(header::CACHE_CONTROL, header::HeaderValue::from_static(control));
        if keep == Keep::Asking {
            let tag = self.tag.parse().map_err(|_| RequestError::Defect("a tag is no header".to_owned()))?;
            heads.insert(header::ETAG, tag);
            if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == self.tag.as_bytes()) {
                *answer.status_mut() = StatusCode::NOT_MODIFIED;
                answer.headers_mut().remove(header::CONTENT_TYPE);
                answer.headers_mut().remove(header::CONTENT_ENCODING);
                *answer.body_mut() = axum::body::Body::empty();
            }
        }
        Ok(answer)
    }

    fn body(&self, headers: &HeaderMap) -> Answer<Response> {
        let mime = (header::CONTENT_TYPE, self.mime.clone());
        if !self.packed {
            return Ok(([mime], self.bytes.clone()).into_response());
        }
        if takes_gzip(headers) {
            return Ok(([mime, (header::CONTENT_ENCODING, "gzip".to_owned())], self.bytes.clone()).into_response());
        }
        let mut plain = Vec::new();
        let opened = GzDecoder::new(self.bytes.as_ref()).read_to_end(&mut plain);
        opened.map_err(|error| RequestError::Defect(error.to_string()))?;
        Ok(([mime], plain).into_response())
    }
}

fn packed(plain: &[u8], how: Compression) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::with_capacity(plain.len() / 4), how);
    packer.write_all(plain).ok()?;
    packer.finish().ok()
}

/// Whether whoever asks can unpack it.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0);
        matches!(name.trim(), "gzip" | "x-gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use std::{
        io::Read,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
    };

    use axum::{
        body::to_bytes,
        http::{HeaderMap, StatusCode, header},
        response::Response,
    };
    use flate2::read::GzDecoder;

    use super::{Keep, Kept, Made, takes_gzip};
    use crate::{Limits, RequestError, door::limits::warden::Warden};

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        [(name, value.parse().unwrap())].into_iter().collect()
    }

    async fn bytes(answer: Response) -> Vec<u8> {
        to_bytes(answer.into_body(), usize::MAX).await.unwrap().into()
    }

    #[tokio::test]
    async fn however_many_ask_it_is_made_once() {
        let (kept, warden) = (Arc::new(Kept::default()), Arc::new(Warden::new(Limits::default(), Vec::new())));
        let made = Arc::new(AtomicUsize::new(0));
        let ask = |name: &'static str| {
            let (kept, warden, made) = (Arc::clone(&kept), Arc::clone(&warden), Arc::clone(&made));
            tokio::spawn(async move {
                let make = move || {
                    made.fetch_add(1, Ordering::SeqCst);
                    Ok(("text/plain".to_owned(), "a hex ".repeat(1000)))
                };
                kept.get(name, &warden, make).await.is_ok()
            })
        };
        let asked: Vec<_> = (0..60).map(|_| ask("map")).collect();
        for one in asked {
            assert!(one.await.unwrap());
        }
        assert_eq!(made.load(Ordering::SeqCst), 1);
        assert!(ask("another").await.unwrap());
        assert_eq!(made.load(Ordering::SeqCst), 2);
        let nothing = || Err::<(String, String), _>(RequestError::NoRoute("x".to_owned()));
        assert!(kept.get("nothing", &warden, nothing).await.is_err());
        assert_eq!(kept.all().len(), 2, "nothing is kept of what cannot be made");
    }

    #[tokio::test]
    async fn who_can_unpack_it_gets_it_packed_and_all_get_the_same() {
        let plain = b"a hex and another ".repeat(500);
        let made = Made::new("image/svg+xml".to_owned(), plain.clone());
        let open = made.answer(Keep::Asking, &HeaderMap::new()).unwrap();
        assert_eq!(open.headers()[header::VARY], "accept-encoding");
        assert_eq!(bytes(open).await, plain);
        let packed = made.answer(Keep::Asking, &headers(header::ACCEPT_ENCODING, "br, gzip;q=0.5")).unwrap();
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        let (tag, packed) = (packed.headers()[header::ETAG].to_str().unwrap().to_owned(), bytes(packed).await);
        assert!(packed.len() * 10 < plain.len());
        let mut opened = Vec::new();
        GzDecoder::new(packed.as_slice()).read_to_end(&mut opened).unwrap();
        assert_eq!(opened, plain);
        let known = made.answer(Keep::Asking, &headers(header::IF_NONE_MATCH, &tag)).unwrap();
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        assert!(bytes(known).await.is_empty());
    }

    #[test]
    fn gzip_is_taken_by_who_says_so() {
        for (list, takes) in
            [("gzip", true), ("deflate, gzip;q=1.0", true), ("gzip;q=0", false), ("br", false), ("", false)]
        {
            assert_eq!(takes_gzip(&headers(header::ACCEPT_ENCODING, list)), takes, "{list}");
        }
    }
}
