//! What it takes to find the code of an error that carries none: a chain of four links, `outer -> middle -> inner -> io::Error`, whose last
//! link alone says something, and a chain of four about which nobody knows anything.
//!
//! The peer is what people write by hand: a walk over `source()` with a downcast for each type that they care about, here the five of the
//! standard library and the program's own that a real agent met, giving the same code, reason and retriable as static values. It looks into
//! an `io::Error` as ours does, and has neither the other fifty types of the table nor rules of a user. So it is no target, but what the
//! difference buys. The features of other crates are off, as they are by default.
//!
//! Ours takes no memory where the reason is known (`tests/classify_alloc.rs` counts). Times are medians of rounds that run in turn; each
//! round is 20,000 classifications of the same 64 chains.

use std::error::Error;
use std::fmt;
use std::hint::black_box;
use std::io;

use llamon_errors::ErrorCode;
use llamon_errors::classify::{Classification, Rules, classify};

use crate::Plan;
use crate::measure::{Measure, interleaved_steps};

const ROUNDS: usize = 51;
const CHAINS: usize = 64;
const STEPS: usize = 20_000;

/// A link as any crate has it, of any size.
#[derive(Debug)]
struct Link<const N: usize>(Box<dyn Error + Send + Sync>, [u8; N]);

impl<const N: usize> fmt::Display for Link<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a link")
    }
}

impl<const N: usize> Error for Link<N> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

/// An error that nobody knows.
#[derive(Debug)]
struct Nameless;

impl fmt::Display for Nameless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nameless")
    }
}

impl Error for Nameless {}

/// Four links, of three sizes.
fn chain(root: impl Into<Box<dyn Error + Send + Sync>>) -> Link<40> {
    Link(Box::new(Link(Box::new(Link(root.into(), [0; 0])), [0; 16])), [0; 40])
}

pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure)) {
    let rounds = plan.rounds(ROUNDS);
    let known: Vec<Link<40>> = (0..CHAINS).map(|_| chain(io::Error::from(io::ErrorKind::TimedOut))).collect();
    let unknown: Vec<Link<40>> = (0..CHAINS).map(|_| chain(Nameless)).collect();
    for error in &known {
        let ours = classify(error);
        assert_eq!((ours.code, ours.reason.as_ref(), ours.retriable), by_hand(error).expect("it knows time-outs"));
    }
    assert!(by_hand(&unknown[0]).is_none());

    let mut measure = |name: &str, chains: &[Link<40>], ours: &dyn Fn(&Link<40>) -> Classification| {
        let (ours, peer) =
            interleaved_steps(rounds, STEPS, || each(chains, ours), || each(chains, |error| by_hand(error)));
        tell(Measure { name: format!("{name}, against a chain of downcasts by hand, ns"), ours, peer, target: None });
    };
    measure("classify a chain of 4 whose root is known", &known, &|error| classify(error));
    let rules = Rules::new()
        .on(|_: &fmt::Error| Some(Classification::new(ErrorCode::InvalidInput, "not_written")))
        .on(|_: &std::str::Utf8Error| Some(Classification::new(ErrorCode::InvalidInput, "not_utf8")))
        .on(|_: &std::num::ParseIntError| Some(Classification::new(ErrorCode::InvalidInput, "not_a_number")));
    measure("the same with three rules of a user", &known, &|error| rules.classify(error));
    measure("classify a chain of 4 that nobody knows, its reason built", &unknown, &|error| classify(error));
}

fn each<R>(chains: &[Link<40>], mut work: impl FnMut(&Link<40>) -> R) {
    for step in 0..STEPS {
        black_box(work(black_box(&chains[step % chains.len()])));
    }
}

/// The peer.
fn by_hand(error: &(dyn Error + 'static)) -> Option<(ErrorCode, &'static str, bool)> {
    let mut next = Some(error);
    for _ in 0..32 {
        let error = next?;
        if let Some(error) = error.downcast_ref::<io::Error>() {
            match error.kind() {
                io::ErrorKind::TimedOut => return Some((ErrorCode::UpstreamTimeout, "io_timed_out", true)),
                io::ErrorKind::ConnectionRefused => {
                    return Some((ErrorCode::UpstreamUnavailable, "io_connection_refused", true));
                }
                _ => {}
            }
            next = error.get_ref().map(|inner| inner as &(dyn Error + 'static));
            continue;
        }
        if error.is::<std::sync::mpsc::RecvTimeoutError>() {
            return Some((ErrorCode::UpstreamTimeout, "channel_timed_out", true));
        }
        if error.is::<std::num::ParseIntError>() {
            return Some((ErrorCode::InternalError, "parse_int_error", false));
        }
        if error.is::<std::str::Utf8Error>() {
            return Some((ErrorCode::InternalError, "utf8_error", false));
        }
        if error.is::<fmt::Error>() {
            return Some((ErrorCode::InternalError, "fmt_error", false));
        }
        next = error.source();
    }
    None
}
