//! The fuzz targets for compilers that cannot fuzz: the same functions over every seed, and over mutations of them that are the same in
//! each run. That of the derive is in its own crate (`src/fuzz.rs`).

#[path = "../fuzz/src/error_data.rs"]
mod error_data;
#[path = "../fuzz/src/import.rs"]
mod import;
#[path = "../fuzz/src/json_rpc.rs"]
mod json_rpc;
#[path = "../fuzz/src/read_catalog.rs"]
mod read_catalog;
#[path = "../fuzz/src/retry_after.rs"]
mod retry_after;
#[path = "../fuzz/src/template.rs"]
mod template;

use llamon_errors_tests::{catalogs_in, root};
use read_catalog::read_catalog;

/// How many mutations of each seed are tried.
const ROUNDS: usize = 40;

fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = catalogs_in("catalogs/hard");
    seeds.extend(catalogs_in("../fuzz/seeds/read_catalog"));
    seeds.extend(catalogs_in("catalogs/real").into_iter().filter(|(_, bytes)| bytes.len() < 4_000));
    seeds
}

/// Numbers that look random and are the same everywhere (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or_default()
    }
}

/// The words of a dictionary of the fuzzer.
fn words(dictionary: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(root().join("fuzz").join(dictionary)).expect("the dictionary is there");
    let words: Vec<Vec<u8>> = text.lines().filter_map(word).collect();
    assert!(words.len() > 20);
    words
}

/// One line of the dictionary: a text in quotes with `\\`, `\"` and `\xNN`.
fn word(line: &str) -> Option<Vec<u8>> {
    let inside = line.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (mut word, mut bytes) = (Vec::new(), inside.bytes());
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => match bytes.next()? {
                b'x' => {
                    let digits = [bytes.next()?, bytes.next()?];
                    word.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
                }
                other => word.push(other),
            },
            other => word.push(other),
        }
    }
    Some(word)
}

fn mutated(seed: &[u8], words: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(5) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + numbers.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + numbers.below(80)).min(bytes.len());
                let again = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len() + 1);
                bytes.splice(to..to, again);
            }
            3 => {
                let word = &words[numbers.below(words.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            _ => {
                let byte = u8::try_from(numbers.below(256)).unwrap_or_default();
                bytes.splice(at..at, [byte]);
            }
        }
    }
    bytes
}

#[test]
fn seeds_are_read() {
    for (name, bytes) in seeds() {
        println!("{name}");
        read_catalog(&bytes);
    }
}

#[test]
fn mutated_seeds_are_read() {
    let words = words("read_catalog.dict");
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for (name, bytes) in seeds() {
        for round in 0..ROUNDS {
            println!("{name}, round {round}");
            read_catalog(&mutated(&bytes, &words, &mut numbers));
        }
    }
}

type Target = fn(&[u8]);

/// The targets that read no catalogs, by the names of their seeds.
fn small_targets() -> [(&'static str, Target); 4] {
    [
        ("error_data", error_data::error_data),
        ("json_rpc", json_rpc::json_rpc),
        ("retry_after", retry_after::retry_after),
        ("template", template::template),
    ]
}

/// The seeds of a target.
fn seeds_of(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = root().join("fuzz/seeds").join(target);
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).expect("the seeds are there").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(paths.len() >= 3, "{target}");
    let seed =
        |path: std::path::PathBuf| (path.display().to_string(), std::fs::read(&path).expect("the seed can be read"));
    paths.into_iter().map(seed).collect()
}

#[test]
fn seeds_of_the_readers_and_mutations_of_them_are_read() {
    // The punctuation of all four, and numbers at their limits.
    let words =
        ["{", "}", "\"", ":", ",", "null", "-1", "1e400", "18446744073709551616", "[", "]", " GMT", "{a}", "}}"];
    let words: Vec<Vec<u8>> = words.map(|word| word.as_bytes().to_vec()).to_vec();
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for (target, read) in small_targets() {
        for (path, seed) in seeds_of(target) {
            read(&seed);
            for round in 0..400 {
                let bytes = mutated(&seed, &words, &mut numbers);
                println!("{path}, round {round}: {}", String::from_utf8_lossy(&bytes));
                read(&bytes);
            }
        }
    }
}

#[test]
fn seeds_of_other_forms_and_mutations_of_them_become_catalogs_or_say_why_not() {
    let words = words("import.dict");
    let mut numbers = Numbers(0x9e6c_63d0_876a_3f6b);
    let mut catalogs = [0; 3];
    for (path, seed) in seeds_of("import") {
        println!("{path}");
        if import::import_any(&seed) {
            catalogs[usize::from(seed[0] & 3) % 3] += 1;
        }
        for round in 0..100 {
            let bytes = mutated(&seed, &words, &mut numbers);
            println!("{path}, round {round}: {}", String::from_utf8_lossy(&bytes));
            let _ = import::import_any(&bytes);
        }
    }
    assert!(catalogs.iter().all(|count| *count > 0), "of each form a seed becomes a catalog: {catalogs:?}");
}
