//! The client of hyper-util.

use std::future::Ready;
use std::task::{Context, Poll};

use http_body_util::Empty;
use hyper::body::Bytes;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::{TokioExecutor, TokioIo};
use llamon_errors::ErrorCode;

use crate::support::{Server, assert_row, bounded, nobody};

fn asked(address: std::net::SocketAddr) -> Error {
    let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(HttpConnector::new());
    let uri = format!("http://{address}/").parse().expect("a URI");
    bounded(client.get(uri)).expect_err("it does not answer")
}

#[test]
fn a_server_that_refuses_is_an_upstream_that_is_away() {
    assert_row(asked(nobody()), (ErrorCode::UpstreamUnavailable, "http_connect_error", true));
}

#[test]
fn a_server_that_closes_says_so_below() {
    let server = Server::http("");
    let error = asked(server.address);
    server.join();
    assert_row(error, (ErrorCode::UpstreamUnavailable, "hyper_connection_lost", true));
}

/// A connector whose system gives up.
#[derive(Clone)]
struct TimesOut;

impl tower::Service<http::Uri> for TimesOut {
    type Response = TokioIo<tokio::net::TcpStream>;
    type Error = std::io::Error;
    type Future = Ready<Result<Self::Response, std::io::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), std::io::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Uri) -> Self::Future {
        std::future::ready(Err(std::io::ErrorKind::TimedOut.into()))
    }
}

#[test]
fn a_connection_that_times_out_is_a_time_out() {
    let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(TimesOut);
    let error = bounded(client.get(http::Uri::from_static("http://127.0.0.1/"))).expect_err("it times out");
    assert!(error.is_connect(), "{error:?}");
    assert_row(error, (ErrorCode::UpstreamTimeout, "http_timeout", true));
}
