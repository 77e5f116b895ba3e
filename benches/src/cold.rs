//! What the first build of a crate costs that depends on `llamon-errors` with its default features, beside one that depends on what people
//! take in its place: `thiserror`, `serde` with `derive` and `serde_json` (versions as in Cargo.lock; thiserror 2.0.21, serde 1.0.229,
//! `serde_json` 1.0.154).
//!
//! Each build goes into an empty target folder; the crate itself is empty and everything is downloaded before. CPU time is the
//! steadier of the two figures; wall time depends on the number of cores and on how deep the graph of crates is.
//!
//! The target is about `cargo build` and its CPU time: the figures that it was set by (1.35 for the dependencies alone) are CPU seconds.
//! In a release build the macros are compiled as they are in debug, and the peer has no code of its own to optimize, where ours reads and
//! writes A2A; its line is told beside.
//!
//! It is not what the dependency adds to a project that has `serde`, `syn` or `toml` already: those builds are shared then, and the
//! difference is smaller.

use std::fs;

use crate::Plan;
use crate::build_cost::{Cost, Profile, build};
use crate::measure::Measure;
use crate::scratch::{self, Scratch};

const ROUNDS: usize = 3;

const PEERS: &str = "thiserror = \"2\"\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"";

const TARGET: f64 = 1.5;

pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure)) {
    let ours = Scratch::write("cold-ours", &scratch::ours(), None, String::new());
    let peer = Scratch::write("cold-peer", PEERS, None, String::new());
    let cold = |scratch: &Scratch, profile: Profile| {
        let target = scratch::root().join("target-cold");
        let _ = fs::remove_dir_all(&target);
        build(&scratch.folder, &target, profile)
    };
    // Fetches what is not there yet.
    cold(&ours, Profile::Debug);
    cold(&peer, Profile::Debug);
    for profile in [Profile::Debug, Profile::Release] {
        let (mut our_cost, mut peer_cost) = (Cost::NONE, Cost::NONE);
        for _ in 0..plan.rounds(ROUNDS) {
            our_cost = our_cost.min(cold(&ours, profile));
            peer_cost = peer_cost.min(cold(&peer, profile));
        }
        let name = |what: &str| {
            format!("cold {} build against thiserror, serde with derive and serde_json, {what} s", profile.name())
        };
        let target = (profile == Profile::Debug).then_some(TARGET);
        tell(Measure { name: name("CPU"), ours: our_cost.cpu, peer: peer_cost.cpu, target });
        tell(Measure { name: name("wall"), ours: our_cost.wall, peer: peer_cost.wall, target: None });
    }
}
