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

#[test]
fn a_name_that_is_not_known_is_an_upstream_that_is_away() {
    let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(HttpConnector::new());
    // `invalid` is reserved, and the label too long for any resolver to ask for.
    let uri = format!("http://{}.invalid/", "a".repeat(64)).parse().expect("a URI");
    assert_row(bounded(client.get(uri)).expect_err("no name"), (ErrorCode::UpstreamUnavailable, "dns_error", true));
}

/// A connector that always fails so.
#[derive(Clone)]
struct Fails(std::io::ErrorKind);

impl tower::Service<http::Uri> for Fails {
    type Response = TokioIo<tokio::net::TcpStream>;
    type Error = std::io::Error;
    type Future = Ready<Result<Self::Response, std::io::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), std::io::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Uri) -> Self::Future {
        std::future::ready(Err(self.0.into()))
    }
}

fn failed(kind: std::io::ErrorKind) -> Error {
    let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(Fails(kind));
    let error = bounded(client.get(http::Uri::from_static("http://127.0.0.1/"))).expect_err("it fails");
    assert!(error.is_connect(), "{error:?}");
    error
}

#[test]
fn a_connection_that_times_out_is_a_time_out() {
    assert_row(failed(std::io::ErrorKind::TimedOut), (ErrorCode::UpstreamTimeout, "http_timeout", true));
}

#[test]
fn a_certificate_that_is_refused_is_no_reason_to_try_again() {
    // TLS over a socket fails with this kind.
    assert_row(failed(std::io::ErrorKind::InvalidData), (ErrorCode::UpstreamUnavailable, "http_tls_error", false));
}

#[test]
fn a_scheme_that_the_connector_does_not_speak_is_no_reason_to_try_again() {
    let client = Client::builder(TokioExecutor::new()).build::<_, Empty<Bytes>>(HttpConnector::new());
    let error = bounded(client.get(http::Uri::from_static("https://127.0.0.1:1/"))).expect_err("it speaks no TLS");
    assert_row(error, (ErrorCode::UpstreamUnavailable, "http_connect_error", false));
}
