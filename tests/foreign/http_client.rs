//! What every version of reqwest must tell: servers that refuse, close, stall, cut, and answer with every status.

/// The tests of a version.
macro_rules! client_tests {
    ($reqwest:ident, $table:ident) => {
        use std::io;
        use std::time::Duration;

        use ::$reqwest::{Client, Error, Response};
        use llamon_errors::classify::{Classify as _, from_http_status, $table};
        use llamon_errors::{ApplicationError, ErrorCode};

        use crate::support::{Boxed, Row, Server, answer, assert_row, bounded, nobody, triple};

        const TIMED_OUT: Row = (ErrorCode::UpstreamTimeout, "http_timeout", true);
        const LOST: Row = (ErrorCode::UpstreamUnavailable, "http_connection_lost", true);

        fn client(time_out: Duration) -> Client {
            Client::builder().no_proxy().timeout(time_out).build().expect("a client")
        }

        async fn get(url: &str) -> Result<Response, Error> {
            client(Duration::from_secs(30)).get(url).send().await
        }

        /// The answer of a server.
        async fn got(text: String) -> Response {
            let server = Server::http(text);
            let response = get(&server.url()).await.expect("it answers");
            server.join();
            response
        }

        #[test]
        fn a_server_that_refuses_is_an_upstream_that_is_away() {
            let error = bounded(get(&format!("http://{}/", nobody()))).expect_err("nobody listens");
            assert_row(error, (ErrorCode::UpstreamUnavailable, "http_connect_error", true));
        }

        #[test]
        fn a_name_that_is_not_known_is_an_upstream_that_is_away() {
            // `invalid` is reserved, and the label too long for any resolver to ask for.
            let url = format!("http://{}.invalid/", "a".repeat(64));
            let error = bounded(get(&url)).expect_err("there is no such name");
            assert_row(error, (ErrorCode::UpstreamUnavailable, "dns_error", true));
        }

        #[test]
        fn a_server_that_closes_without_an_answer_has_lost_the_connection() {
            let server = Server::http("");
            let error = bounded(get(&server.url())).expect_err("it closes");
            server.join();
            assert_row(error, LOST);
        }

        #[test]
        fn a_server_that_does_not_answer_is_a_time_out() {
            let server = Server::stalling("");
            let error = bounded(async {
                client(Duration::from_millis(50)).get(server.url()).send().await.expect_err("it stalls")
            });
            server.join();
            assert_row(error, TIMED_OUT);
        }

        #[test]
        fn a_server_that_stalls_within_the_body_is_a_time_out() {
            let server = Server::stalling("HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{\"half\": ");
            let error = bounded(async {
                let response = client(Duration::from_millis(300)).get(server.url()).send().await.expect("it answers");
                response.json::<serde_json::Value>().await.expect_err("the other half does not come")
            });
            server.join();
            assert!(error.is_decode() || error.is_body(), "reqwest does not call it a request's: {error:?}");
            assert_row(error, TIMED_OUT);
        }

        #[test]
        fn a_body_that_is_cut_has_lost_the_connection() {
            let error = bounded(async {
                let response = got("HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{\"half\": ".to_owned()).await;
                response.bytes().await.expect_err("the other half does not come")
            });
            assert_row(error, LOST);
        }

        #[test]
        fn what_is_no_http_has_lost_the_connection() {
            let server = Server::http("SSH-2.0-OpenSSH_9.2\r\n\r\n");
            let error = bounded(get(&server.url())).expect_err("it is no HTTP");
            server.join();
            assert_row(error, LOST);
        }

        #[test]
        fn an_answer_that_is_no_json_is_the_upstreams_fault_and_another_shape_is_ours() {
            for (body, row) in [
                ("<html>", (ErrorCode::UpstreamUnavailable, "upstream_invalid_response", true)),
                ("[1, 2", (ErrorCode::UpstreamUnavailable, "upstream_invalid_response", true)),
                ("{\"a\": 1}", (ErrorCode::InternalError, "upstream_invalid_response", false)),
            ] {
                let error = bounded(async {
                    got(answer(200, "", body)).await.json::<Vec<u8>>().await.expect_err("it is no array of numbers")
                });
                assert_row(error, row);
            }
        }

        #[test]
        fn a_certificate_that_is_refused_is_no_reason_to_try_again() {
            // TLS over a socket fails with this kind. A layer says it in its place: a real handshake would need a library of cryptography.
            let refused =
                |_: Boxed| Boxed::from(io::Error::new(io::ErrorKind::InvalidData, "invalid peer certificate"));
            let layer = tower::util::MapErrLayer::new(refused);
            let client = Client::builder().no_proxy().connector_layer(layer).build().expect("a client");
            let error =
                bounded(async { client.get(format!("http://{}/", nobody())).send().await.expect_err("refused") });
            assert_row(error, (ErrorCode::UpstreamUnavailable, "http_tls_error", false));
        }

        #[test]
        fn a_connection_that_does_not_break_but_is_refused_is_no_reason_to_try_again() {
            // This build has no TLS, so its connector refuses the scheme.
            let error = bounded(get("https://127.0.0.1:1/")).expect_err("it has no TLS");
            assert!(error.is_connect(), "{error:?}");
            assert_row(error, (ErrorCode::UpstreamUnavailable, "http_connect_error", false));
        }

        #[test]
        fn a_request_that_cannot_be_built_is_internal() {
            let error = bounded(get("no url")).expect_err("it is no URL");
            assert_row(error, (ErrorCode::InternalError, "http_request_build_error", false));
        }

        #[test]
        fn redirects_without_end_are_internal() {
            let server = Server::http(answer(302, "location: /again\r\n", ""));
            let client = Client::builder()
                .no_proxy()
                .redirect(::$reqwest::redirect::Policy::custom(|attempt| attempt.error("too many")))
                .build()
                .expect("a client");
            let error = bounded(client.get(server.url()).send()).expect_err("it redirects");
            server.join();
            assert_row(error, (ErrorCode::InternalError, "http_redirect_error", false));
        }

        #[test]
        fn every_status_is_what_the_table_of_statuses_says() {
            for status in [400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 501, 502, 503, 504, 520, 529] {
                let response = bounded(got(answer(status, "", "")));
                let error = response.error_for_status().expect_err("it is an error");
                assert_eq!(error.classification(), from_http_status(status, None), "{status}");
            }
        }

        async fn failed(text: String) -> ApplicationError {
            $table::error_for_status(got(text).await).await.expect_err("it is an error")
        }

        #[test]
        fn an_answer_keeps_its_wait_and_the_code_in_its_body() {
            let date = httpdate::fmt_http_date(std::time::SystemTime::now() + Duration::from_mins(2));
            let quota = r#"{"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}"#;
            bounded(async {
                let error = failed(answer(429, "retry-after: 2\r\n", "")).await;
                let data = error.data();
                assert_eq!(
                    (error.code(), data.retriable, data.retry_after_ms),
                    (ErrorCode::RateLimited, true, Some(2000))
                );
                assert_eq!(data.error_message, "the upstream answered with status 429");
                assert_eq!(data.error_source.as_deref(), Some("http:127.0.0.1"));

                let error = failed(answer(503, &format!("retry-after: {date}\r\n"), "")).await;
                let wait = error.data().retry_after_ms.expect("a date is a wait");
                // The test itself takes time, up to its bound.
                assert!((50_000..=120_000).contains(&wait), "{wait}");

                let error = failed(answer(429, "retry-after: 2\r\n", quota)).await;
                let data = error.data();
                assert_eq!((error.code(), &*data.error_reason), (ErrorCode::RateLimited, "quota_exhausted"));
                assert_eq!((data.retriable, data.retry_after_ms), (false, None));

                let known =
                    $table::from_response(got(answer(422, "", r#"{"code": "VERSION_INCOMPATIBLE"}"#)).await).await;
                assert_eq!(triple(&known), (ErrorCode::InvalidInput, "version_incompatible", false));
            });
        }

        #[test]
        fn an_answer_that_is_no_error_is_handed_on() {
            bounded(async {
                let response = $table::error_for_status(got(answer(200, "", "fine")).await).await.expect("it is fine");
                assert_eq!(response.text().await.expect("it is whole"), "fine");
            });
        }

        #[test]
        fn a_body_without_end_is_read_to_the_bound() {
            let quota = r#"{"error": {"code": "insufficient_quota"}}"#;
            let endless = format!("{quota}{}", " ".repeat(1 << 20));
            // It is cut at the bound, and what comes before that is what counts.
            let server = Server::http(answer(429, "", &endless));
            let known = bounded(async { $table::from_response(get(&server.url()).await.expect("it answers")).await });
            assert_eq!(known.reason, "quota_exhausted");
            server.join();
            // A body that stalls is taken as far as it came.
            let server = Server::stalling("HTTP/1.1 429 Any\r\ncontent-length: 99\r\nretry-after: 3\r\n\r\n{\"error\"");
            let known = bounded(async {
                let response = client(Duration::from_millis(300)).get(server.url()).send().await.expect("it answers");
                $table::from_response(response).await
            });
            assert_eq!((&*known.reason, known.retry_after_ms), ("http_429", Some(3000)));
            server.join();
        }
    };
}
pub(crate) use client_tests;
