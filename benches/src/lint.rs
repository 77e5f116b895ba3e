//! What a check costs, beside the bare parse of the same bytes; and whether it grows as the file does.

use std::hint::black_box;

use llamon_errors_catalog::check;
use toml::de::DeTable;

use crate::Plan;
use crate::catalogs::{generated, real, real_folder};
use crate::measure::{Measure, interleaved};
use crate::memory::{self, Task};

const ROUNDS: usize = 21;

pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure)) {
    let rounds = plan.rounds(ROUNDS);
    tell(real_codes(rounds));
    growth(rounds).into_iter().for_each(&mut *tell);
    memory_of_large_files().into_iter().for_each(tell);
}

/// All real catalogs, against `DeTable::parse` of the same bytes.
fn real_codes(rounds: usize) -> Measure {
    let files = real();
    let codes: usize = files.iter().map(|(path, bytes)| check(path, bytes).catalog.codes().count()).sum();
    let ours = || {
        for (path, bytes) in &files {
            black_box(check(path, bytes));
        }
    };
    let peer = || {
        for (_, bytes) in &files {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let _ = black_box(DeTable::parse(text));
        }
    };
    let (ours, peer) = interleaved(rounds, ours, peer);
    Measure { name: format!("check of {codes} real codes against the bare parse, ms"), ours, peer, target: Some(3.0) }
}

/// Twice the codes cost at most a little more than twice the time. The peer is the smaller file, so a ratio of 2 is linear.
fn growth(rounds: usize) -> Vec<Measure> {
    let grows = |small: usize, large: usize| {
        let (few, many) = (generated(small), generated(large));
        let (ours, peer) = interleaved(rounds, || check("c.toml", many.as_bytes()), || check("c.toml", few.as_bytes()));
        Measure { name: format!("check of {large} codes against {small}, ms"), ours, peer, target: Some(2.6) }
    };
    vec![grows(5_000, 10_000), grows(10_000, 20_000)]
}

/// The most memory that a check of one file takes over the bare start of the same program, against the file's size.
#[expect(clippy::cast_precision_loss, reason = "sizes of files and processes are far below 2^53")]
fn memory_of_large_files() -> Vec<Measure> {
    let Some(bare) = memory::peak(&Task::Nothing) else { return Vec::new() };
    let aws = real_folder().join("aws-all.toml");
    let folder = std::env::temp_dir();
    let made = [5_000, 10_000, 20_000].map(|count| {
        let path = folder.join(format!("llamon-errors-benches-{}-{count}.toml", std::process::id()));
        let text = generated(count);
        std::fs::write(&path, text).ok().map(|()| (format!("{count} codes"), path))
    });
    let mut files = vec![("aws-all.toml".to_owned(), aws)];
    files.extend(made.into_iter().flatten());
    let mut measures = Vec::new();
    for (name, path) in &files {
        let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        if let Some(peak) = memory::peak(&Task::Check(path.clone())) {
            let ours = peak.saturating_sub(bare) as f64;
            let name = format!("peak memory of the check of {name} against the file, bytes");
            measures.push(Measure { name, ours, peer: size as f64, target: Some(20.0) });
        }
    }
    for (_, path) in files.iter().skip(1) {
        let _ = std::fs::remove_file(path);
    }
    measures
}
