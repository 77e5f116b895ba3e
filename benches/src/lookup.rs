//! What it takes to find the facts of an error: `from_code` among 1,000 real codes, and `spec()` of a value.
//!
//! Peers of `from_code`: a `phf` 0.14 map laid down by `phf_codegen`, and a `match` on the same 1,000 string literals; both give a
//! reference to a static struct of the same facts, ours the handle of a row; facts are read behind either. Peer of `spec()`: a hand-written
//! `match` over an enum of 1,000 variants that gives the struct by value. Ours is the handle, whose facts are read when asked for, so there
//! are two more lines: one fact, and all nine of them.
//!
//! Hits are the catalog's codes in a shuffled order; misses are the next 1,000 codes of the catalog that it was cut from, of
//! the same shapes and lengths. Times are medians of rounds that run in turn, each round all codes twenty times over.
//!
//! It is not the time of a first lookup: all tables are in the cache by then. And phf hashes with `SipHash` against attackers who
//! choose keys, which a map that never grows does not need; that is the most of the difference.

use std::hint::black_box;

use llamon_errors::{ApplicationErrorData, DomainError as _, DomainErrorSpec, ErrorCode, FromErrorData as _};
use llamon_errors_catalog::check;

use crate::Plan;
use crate::catalogs::real_folder;
use crate::measure::{Measure, interleaved_steps};

/// 1,000 real codes.
#[llamon_errors::from_catalog("catalogs/aws-1000.toml", decode)]
#[derive(Debug)]
enum AwsError {}

/// What the peers know of a code: the facts that a [`DomainErrorSpec`] tells.
#[derive(Clone, Copy, PartialEq)]
struct Facts {
    domain: &'static str,
    code: &'static str,
    sdk_code: ErrorCode,
    reason: &'static str,
    title: &'static str,
    retriable: bool,
    message: Option<&'static str>,
    error_source: Option<&'static str>,
    retry_after_ms: Option<u64>,
}

impl From<DomainErrorSpec> for Facts {
    fn from(spec: DomainErrorSpec) -> Self {
        Self {
            domain: spec.domain(),
            code: spec.code(),
            sdk_code: spec.sdk_code(),
            reason: spec.reason(),
            title: spec.title(),
            retriable: spec.retriable(),
            message: spec.message(),
            error_source: spec.error_source(),
            retry_after_ms: spec.retry_after_ms(),
        }
    }
}

/// The peers, which the build script writes.
#[allow(clippy::all, clippy::pedantic, reason = "generated")]
mod peers {
    use llamon_errors::ErrorCode;

    use super::Facts;

    include!(concat!(env!("OUT_DIR"), "/peers.rs"));
}

const ROUNDS: usize = 31;
const PASSES: usize = 20;

pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure)) {
    let rounds = plan.rounds(ROUNDS);
    let hits: Vec<&str> = shuffled(peers::ROWS.iter().map(|row| row.code).collect());
    let others = other_codes();
    let misses: Vec<&str> = shuffled(others.iter().map(String::as_str).collect());
    for (codes, what) in [(&hits, "hits"), (&misses, "misses")] {
        for code in codes {
            let ours = AwsError::from_code(code).map(Facts::from);
            assert!(ours == peers::MAP.get(code).map(|facts| **facts) && ours == peers::match_code(code).copied());
            assert!(ours.is_some() == (what == "hits"));
        }
        let steps = codes.len() * PASSES;
        let ours = || each(codes, |code| AwsError::from_code(code));
        let (own, peer) = interleaved_steps(rounds, steps, ours, || each(codes, |code| peers::MAP.get(code)));
        let name = format!("from_code among 1000 real codes, {what}, against phf, ns");
        tell(Measure { name, ours: own, peer, target: Some(0.6) });
        let (own, peer) = interleaved_steps(rounds, steps, ours, || each(codes, |code| peers::match_code(code)));
        let name = format!("from_code among 1000 real codes, {what}, against a match on strings, ns");
        tell(Measure { name, ours: own, peer, target: Some(0.1) });
    }
    specs(rounds, tell);
}

/// `spec()` of every variant.
fn specs(rounds: usize, tell: &mut dyn FnMut(Measure)) {
    let hand = shuffled(peers::Hand::ALL.to_vec());
    let ours: Vec<AwsError> = hand.iter().map(|value| typed(value.facts().code)).collect();
    for (ours, hand) in ours.iter().zip(&hand) {
        assert!(Facts::from(ours.spec()) == hand.facts());
    }
    let steps = hand.len() * PASSES;
    let mut compare = |what: &str, target, (ours, peer): (f64, f64)| {
        let name = format!("{what} among 1000 variants against a hand-written match, ns");
        tell(Measure { name, ours, peer, target });
    };
    let facts = || each(&hand, |value| value.facts());
    compare("spec()", Some(1.0), interleaved_steps(rounds, steps, || each(&ours, AwsError::spec), facts));
    let one = || each(&ours, |value| value.spec().sdk_code());
    compare(
        "spec().sdk_code()",
        None,
        interleaved_steps(rounds, steps, one, || each(&hand, |value| value.facts().sdk_code)),
    );
    let all = || each(&ours, |value| Facts::from(value.spec()));
    compare("all facts of spec()", None, interleaved_steps(rounds, steps, all, facts));
}

/// The variant of a code.
fn typed(code: &str) -> AwsError {
    let data = serde_json::json!({
        "errorCode": "NOT_FOUND", "errorReason": "any", "errorMessage": "any", "retriable": false, "domainCode": code,
    });
    let data: ApplicationErrorData = serde_json::from_value(data).expect("this is error data");
    AwsError::from_error_data(&data).expect("the code is in the catalog")
}

/// The codes behind the first thousand.
fn other_codes() -> Vec<String> {
    let path = real_folder().join("aws-all.toml");
    let bytes = std::fs::read(&path).expect("the catalog can be read");
    let checked = check("aws-all.toml", &bytes);
    let own: std::collections::HashSet<&str> = peers::ROWS.iter().map(|row| row.code).collect();
    checked.catalog.codes().filter(|code| !own.contains(code)).take(own.len()).map(str::to_owned).collect()
}

/// The same order in each run, and none that a branch predictor knows.
fn shuffled<T>(mut values: Vec<T>) -> Vec<T> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for last in (1..values.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from(state >> 33).unwrap_or(0) % (last + 1);
        values.swap(last, other);
    }
    values
}

fn each<T, R>(values: &[T], mut work: impl FnMut(&T) -> R) {
    for _ in 0..PASSES {
        for value in values {
            black_box(work(black_box(value)));
        }
    }
}
