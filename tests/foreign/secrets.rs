//! What the texts of clients tell, and what of it goes out: URLs with keys in them.

use llamon_errors::classify::{OrClassify as _, reqwest as answers};
use llamon_errors::{ApplicationError, Disclosure, ErrorCode};

use crate::support::{Server, Wrapped, answer, bounded, nobody};

const KEY: &str = "EXAMPLE-KEY-123";

fn url(host: impl std::fmt::Display) -> String {
    format!("http://agent:{KEY}@{host}/balance?api_key={KEY}&q=1#{KEY}")
}

#[track_caller]
fn assert_silent(error: &ApplicationError) {
    let json = serde_json::to_string(error.data()).expect("data are JSON");
    for text in [json, error.to_string(), format!("{error:?}")] {
        assert!(!text.contains(KEY), "{text}");
    }
}

#[test]
fn a_key_in_a_url_goes_nowhere() {
    let error = bounded(async { reqwest::get(url(nobody())).await.expect_err("nobody listens") });
    assert!(error.to_string().contains(KEY), "the client's own text has it: {error}");
    assert_silent(&Err::<(), _>(error).or_classify().expect_err("it is one"));

    let error = bounded(async { reqwest_0_12::get(url(nobody())).await.expect_err("nobody listens") });
    assert!(error.to_string().contains(KEY), "the client's own text has it: {error}");
    assert_silent(&Err::<(), _>(Wrapped(error)).or_classify().expect_err("it is one"));

    let error = bounded(async { reqwest::get(url(nobody())).await.expect_err("nobody listens") });
    let error = anyhow::Error::from(error).context(format!("cannot ask {}", url("bank.example")));
    let error = Err::<(), _>(error).or_classify().expect_err("it is one");
    assert_eq!(error.to_string(), "cannot ask http://bank.example/balance");
    assert_silent(&error);

    let error = bounded(async { reqwest::get(url(nobody())).await.expect_err("nobody listens") });
    let disclosed = ApplicationError::disclosed(ErrorCode::UpstreamUnavailable, "any", error, Disclosure::Outermost);
    assert_silent(&disclosed);
}

#[test]
fn an_answer_tells_its_host_and_nothing_else() {
    let server = Server::http(answer(503, "", KEY));
    let error = bounded(async {
        let response = reqwest::get(url(server.address)).await.expect("it answers");
        answers::error_for_status(response).await.expect_err("it is an error")
    });
    server.join();
    assert_silent(&error);
    assert_eq!(error.data().error_source.as_deref(), Some("http:127.0.0.1"));

    let server = Server::http(answer(503, "", KEY));
    let error = bounded(async {
        let response = reqwest::get(url(server.address)).await.expect("it answers");
        response.error_for_status().expect_err("it is an error")
    });
    server.join();
    assert!(error.to_string().contains(KEY), "the client's own text has it: {error}");
    assert_silent(&Err::<(), _>(error).or_classify().expect_err("it is one"));
}
