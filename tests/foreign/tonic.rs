//! A real gRPC server and its client, without generated code: a method whose messages are empty.

use std::time::Duration;

use llamon_errors::classify::Classify as _;
use llamon_errors::{ApplicationError, ErrorCode};
use tonic::codegen::{Body, BoxFuture, StdError, http};
use tonic::server::NamedService;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

use crate::support::{Row, assert_row, bounded, nobody, triple};

/// A message without fields, and its codec.
mod empty {
    use tonic::Status;
    use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

    #[derive(Default)]
    pub(crate) struct Empty;

    impl Encoder for Empty {
        type Item = ();
        type Error = Status;

        fn encode(&mut self, (): (), _: &mut EncodeBuf<'_>) -> Result<(), Status> {
            Ok(())
        }
    }

    impl Decoder for Empty {
        type Item = ();
        type Error = Status;

        fn decode(&mut self, _: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
            Ok(Some(()))
        }
    }

    impl Codec for Empty {
        type Encode = ();
        type Decode = ();
        type Encoder = Self;
        type Decoder = Self;

        fn encoder(&mut self) -> Self {
            Self
        }

        fn decoder(&mut self) -> Self {
            Self
        }
    }
}

/// A service whose one method answers with the status that a function makes; it never answers where there is none.
#[derive(Clone, Copy)]
struct Bank(Option<fn() -> Status>);

impl NamedService for Bank {
    const NAME: &'static str = "bank.Bank";
}

impl tonic::server::UnaryService<()> for Bank {
    type Response = ();
    type Future = BoxFuture<tonic::Response<()>, Status>;

    fn call(&mut self, _: tonic::Request<()>) -> Self::Future {
        let status = self.0;
        Box::pin(async move {
            match status {
                Some(status) => Err(status()),
                None => std::future::pending().await,
            }
        })
    }
}

impl<B> tower::Service<http::Request<B>> for Bank
where
    B: Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = std::convert::Infallible;
    type Future = BoxFuture<Self::Response, Self::Error>;

    fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Self::Error>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let bank = *self;
        Box::pin(async move { Ok(tonic::server::Grpc::new(empty::Empty).unary(bank, request).await) })
    }
}

/// Calls the method of a server.
async fn call(channel: Channel, deadline: Option<Duration>) -> Status {
    let mut client = tonic::client::Grpc::new(channel);
    if let Err(error) = client.ready().await {
        return Status::from_error(Box::new(error));
    }
    let mut request = tonic::Request::new(());
    if let Some(deadline) = deadline {
        request.set_timeout(deadline);
    }
    let path = http::uri::PathAndQuery::from_static("/bank.Bank/Balance");
    client.unary(request, path, empty::Empty).await.map(drop).expect_err("it fails")
}

/// What a client gets of a service; `endpoint` makes the client what it is.
fn received(bank: Bank, deadline: Option<Duration>, endpoint: impl Fn(Endpoint) -> Endpoint) -> Status {
    bounded(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let server = Server::builder().add_service(bank);
        let incoming = tonic::transport::server::TcpIncoming::from(listener);
        let server = tokio::spawn(server.serve_with_incoming(incoming));
        let endpoint = endpoint(Endpoint::from_shared(format!("http://{address}")).expect("a URI"));
        let status = call(endpoint.connect().await.expect("it listens"), deadline).await;
        server.abort();
        status
    })
}

const REJECTED: Row = (ErrorCode::InternalError, "upstream_rejected_request", false);
const LATE: Row = (ErrorCode::UpstreamTimeout, "grpc_deadline_exceeded", true);

#[test]
fn every_code_has_its_row_over_the_wire() {
    let rows: [(fn() -> Status, Row); 16] = [
        (|| Status::deadline_exceeded(""), LATE),
        (|| Status::unavailable(""), (ErrorCode::UpstreamUnavailable, "grpc_unavailable", true)),
        (|| Status::aborted(""), (ErrorCode::UpstreamUnavailable, "grpc_aborted", true)),
        (|| Status::resource_exhausted(""), (ErrorCode::RateLimited, "grpc_resource_exhausted", true)),
        (|| Status::unauthenticated(""), (ErrorCode::AuthRequired, "grpc_unauthenticated", false)),
        (|| Status::permission_denied(""), (ErrorCode::AuthRequired, "grpc_permission_denied", false)),
        (|| Status::not_found(""), (ErrorCode::NotFound, "grpc_not_found", false)),
        (|| Status::internal(""), (ErrorCode::UpstreamUnavailable, "grpc_internal", false)),
        (|| Status::data_loss(""), (ErrorCode::UpstreamUnavailable, "grpc_data_loss", false)),
        (|| Status::unimplemented(""), (ErrorCode::UpstreamUnavailable, "grpc_unimplemented", false)),
        (|| Status::unknown("timed out"), (ErrorCode::UpstreamUnavailable, "grpc_unknown", false)),
        (|| Status::invalid_argument(""), REJECTED),
        (|| Status::failed_precondition(""), REJECTED),
        (|| Status::out_of_range(""), REJECTED),
        (|| Status::already_exists(""), REJECTED),
        (|| Status::cancelled("timeout expired"), REJECTED),
    ];
    for (status, row) in rows {
        let code = status().code();
        let received = received(Bank(Some(status)), None, |endpoint| endpoint);
        assert_eq!(received.code(), code);
        assert_eq!(triple(&received.classification()), row, "{code:?}");
        assert_row(received, row);
    }
}

#[test]
fn a_retry_info_is_a_wait() {
    let status = received(
        Bank(Some(|| {
            let mut details = ErrorDetails::new();
            details.set_retry_info(Some(Duration::from_millis(1500)));
            Status::with_error_details(Code::ResourceExhausted, "slow down", details)
        })),
        None,
        |endpoint| endpoint,
    );
    let known = status.classification();
    assert_eq!((known.code, known.retriable, known.retry_after_ms), (ErrorCode::RateLimited, true, Some(1500)));
}

#[test]
fn a_status_of_one_of_ours_says_itself_what_it_is() {
    let status = received(
        Bank(Some(|| ApplicationError::new(ErrorCode::RateLimited, "daily_quota_used_up").retriable(false).into())),
        None,
        |endpoint| endpoint,
    );
    assert_row(status, (ErrorCode::RateLimited, "daily_quota_used_up", false));
}

#[test]
fn an_error_with_more_details_than_headers_hold_arrives_without_them() {
    let status = received(
        Bank(Some(|| {
            let details = [("list".to_owned(), "x".repeat(20_000).into())].into_iter().collect();
            ApplicationError::new(ErrorCode::RateLimited, "daily_quota_used_up")
                .message("가".repeat(9000))
                .details(details)
                .into()
        })),
        None,
        |endpoint| endpoint,
    );
    assert_eq!(status.code(), Code::ResourceExhausted, "{status:?}");
    assert_row(status, (ErrorCode::RateLimited, "daily_quota_used_up", true));
}

#[test]
fn a_client_that_gives_up_is_a_time_out_whatever_tonic_calls_it() {
    let status = received(Bank(None), None, |endpoint| endpoint.timeout(Duration::from_millis(50)));
    assert_eq!(status.code(), Code::Cancelled, "tonic calls its client's own time-out that");
    assert_row(status, LATE);
    let status = received(Bank(None), Some(Duration::from_millis(50)), |endpoint| endpoint);
    assert_row(status, LATE);
}

/// Which of the two tonic makes of a server that closes depends on who is quicker, so the rarer one is made here.
#[test]
fn a_call_whose_connection_was_closed_is_worth_a_retry_and_one_that_was_cancelled_is_not() {
    let mut status = Status::cancelled("operation was canceled");
    assert_row(status.clone(), (ErrorCode::InternalError, "upstream_rejected_request", false));
    status.set_source(std::sync::Arc::new(std::io::Error::other("connection closed")));
    assert_row(status, (ErrorCode::UpstreamUnavailable, "grpc_connection_lost", true));
}

#[test]
fn a_server_that_refuses_or_closes_is_away() {
    let endpoint = |address| Endpoint::from_shared(format!("http://{address}")).expect("a URI");
    let error = bounded(endpoint(nobody()).connect()).expect_err("nobody listens");
    assert_row(error, (ErrorCode::UpstreamUnavailable, "io_connection_refused", true));
    let status = bounded(async { call(endpoint(nobody()).connect_lazy(), None).await });
    assert_row(status, (ErrorCode::UpstreamUnavailable, "grpc_unavailable", true));

    let server = crate::support::Server::new(drop);
    let status = bounded(async { call(endpoint(server.address).connect_lazy(), None).await });
    server.join();
    let known = status.classification();
    assert_eq!((known.code, known.retriable), (ErrorCode::UpstreamUnavailable, true), "{status:?}");
}
