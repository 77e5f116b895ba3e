//! A connection of HTTP, without a client around it.

use std::time::Duration;

use http_body_util::{BodyExt as _, Empty};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use llamon_errors::ErrorCode;
use llamon_errors::classify::Classify as _;

use crate::support::{Server, assert_row, bounded, triple};

/// Asks a server, and reads its answer to the end.
async fn ask(server: &Server) -> Result<(), hyper::Error> {
    let stream = tokio::net::TcpStream::connect(server.address).await.expect("it listens");
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request = http::Request::get("/").header("host", "localhost").body(Empty::<Bytes>::new()).expect("a request");
    sender.send_request(request).await?.into_body().collect().await.map(drop)
}

#[test]
fn a_server_that_closes_or_cuts_or_speaks_no_http_has_lost_the_connection() {
    for bytes in ["", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", "SSH-2.0-OpenSSH_9.2\r\n\r\n"] {
        let server = Server::http(bytes);
        let error = bounded(ask(&server)).expect_err("it does not answer");
        server.join();
        assert_row(error, (ErrorCode::UpstreamUnavailable, "hyper_connection_lost", true));
    }
}

/// A body that fails while it is sent.
struct FailingBody(Option<std::io::Error>);

impl hyper::body::Body for FailingBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, std::io::Error>>> {
        std::task::Poll::Ready(self.0.take().map(Err))
    }
}

#[test]
fn the_users_own_body_says_what_was_wrong_with_it() {
    let failed = |error: std::io::Error| {
        let server = Server::stalling("");
        let error = bounded(async {
            let stream = tokio::net::TcpStream::connect(server.address).await.expect("it listens");
            let (mut sender, connection) =
                hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("a connection");
            tokio::spawn(connection);
            let request = http::Request::post("/").body(FailingBody(Some(error))).expect("a request");
            sender.send_request(request).await.expect_err("the body fails")
        });
        server.join();
        error
    };
    let error = failed(std::io::ErrorKind::PermissionDenied.into());
    assert!(error.is_user(), "{error:?}");
    assert_row(error, (ErrorCode::InternalError, "io_permission_denied", false));
    assert_row(failed(std::io::ErrorKind::TimedOut.into()), (ErrorCode::UpstreamTimeout, "hyper_timeout", true));
    let nameless = failed(std::io::Error::other("no kind"));
    assert_eq!(triple(&nameless.classification()), (ErrorCode::InternalError, "hyper_user_error", false));
}

#[test]
fn a_client_that_sends_no_head_in_time_is_a_time_out() {
    let error = bounded(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let silent = tokio::net::TcpStream::connect(address).await.expect("it listens");
        let (stream, _) = listener.accept().await.expect("a client");
        let service = hyper::service::service_fn(|_| async {
            Ok::<_, std::convert::Infallible>(http::Response::new(Empty::<Bytes>::new()))
        });
        let error = hyper::server::conn::http1::Builder::new()
            .timer(hyper_util::rt::TokioTimer::new())
            .header_read_timeout(Duration::from_millis(20))
            .serve_connection(TokioIo::new(stream), service)
            .await
            .expect_err("no head comes");
        drop(silent);
        error
    });
    assert!(error.is_timeout(), "{error:?}");
    assert_row(error, (ErrorCode::UpstreamTimeout, "hyper_timeout", true));
}
