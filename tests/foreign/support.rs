//! What the tests share: rows of the table, bounded waiting, and servers that misbehave.

use std::error::Error;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use llamon_errors::classify::{Classification, Classify as _, classify};
use llamon_errors::{ApplicationError, ErrorCode, format};

pub(crate) type Boxed = Box<dyn Error + Send + Sync>;

/// The longest that anything may take. Nothing comes near it unless it hangs.
const BOUND: Duration = Duration::from_mins(1);

/// A row of the table.
pub(crate) type Row = (ErrorCode, &'static str, bool);

pub(crate) fn triple(known: &Classification) -> (ErrorCode, &str, bool) {
    (known.code, &known.reason, known.retriable)
}

/// The row holds for the error: alone, boxed, three wrappers deep, and as the data of a failed task.
#[track_caller]
pub(crate) fn assert_row<E: Error + Send + Sync + 'static>(error: E, row: Row) {
    assert_eq!(triple(&error.classification()), row, "{error:?}");
    assert_eq!(triple(&classify(&error)), row, "{error:?}");
    assert_eq!(format::check_reason(row.1), Ok(()), "{}", row.1);
    let wrapped = Wrapped(Wrapped(std::io::Error::other(Wrapped(Box::new(error)))));
    assert_eq!(triple(&wrapped.classification()), row, "{wrapped:?}");
    let error = ApplicationError::classified(wrapped);
    let data = error.data();
    assert_eq!((error.code(), &*data.error_reason, data.retriable), row);
    assert_eq!(data.error_message, "outer", "nothing of what is inside goes out");
}

/// A wrapper as any crate has it.
#[derive(Debug)]
pub(crate) struct Wrapped<E>(pub(crate) E);

impl<E> std::fmt::Display for Wrapped<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("outer")
    }
}

impl<E: Error + 'static> Error for Wrapped<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// The result of asynchronous work.
#[track_caller]
pub(crate) fn bounded<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async { tokio::time::timeout(BOUND, work).await }).expect("it does not hang")
}

/// A server that takes one client and does this with it.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    thread: JoinHandle<()>,
}

impl Server {
    pub(crate) fn new(work: impl FnOnce(TcpStream) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        listener.set_nonblocking(true).expect("it is a socket");
        let thread = thread::spawn(move || {
            // A client that never comes must not keep the test.
            for _ in 0..BOUND.as_millis() / 5 {
                match listener.accept() {
                    Ok((stream, _)) => {
                        stream.set_nonblocking(false).expect("it is a socket");
                        stream.set_read_timeout(Some(BOUND)).expect("no zero");
                        stream.set_write_timeout(Some(BOUND)).expect("no zero");
                        work(stream);
                        return;
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(Duration::from_millis(5)),
                    Err(error) => panic!("{error}"),
                }
            }
        });
        Self { address, thread }
    }

    /// A server that reads a request of HTTP, answers with these bytes, and closes.
    pub(crate) fn http(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::new(move |mut stream| {
            read_head(&mut stream);
            let _ = stream.write_all(&answer);
        })
    }

    /// One that answers with these bytes, and then does nothing until the client goes.
    pub(crate) fn stalling(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::new(move |mut stream| {
            read_head(&mut stream);
            let _ = stream.write_all(&answer);
            wait_for_end(&mut stream);
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Waits for its end.
    pub(crate) fn join(self) {
        self.thread.join().expect("the server ends well");
    }
}

/// An address at which nobody listens.
pub(crate) fn nobody() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port")
}

/// An answer of HTTP.
pub(crate) fn answer(status: u16, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} Any\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n{body}", body.len())
}

/// Reads to the end of a request's head, or of the stream.
fn read_head(stream: &mut TcpStream) {
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return,
            Ok(count) => head.extend_from_slice(&piece[..count]),
        }
    }
}

/// Reads until the other side goes.
pub(crate) fn wait_for_end(stream: &mut TcpStream) {
    while stream.read(&mut [0; 1024]).is_ok_and(|count| count > 0) {}
}
