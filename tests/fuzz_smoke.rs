//! The fuzz targets for compilers that cannot fuzz: the same functions over every seed, and over mutations of them that are the same in each
//! run. That of the derive is in its own crate (`src/fuzz.rs`).

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

/// The words of the fuzzer's dictionary.
fn words() -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(root().join("fuzz/read_catalog.dict")).expect("the dictionary is there");
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
    let words = words();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for (name, bytes) in seeds() {
        for round in 0..ROUNDS {
            println!("{name}, round {round}");
            read_catalog(&mutated(&bytes, &words, &mut numbers));
        }
    }
}

type Target = fn(&[u8]);

/// The targets that read no catalog of ours, by the names of their seeds.
fn small_targets() -> [(&'static str, Target); 5] {
    [
        ("error_data", error_data::error_data),
        ("import", import::import_any),
        ("json_rpc", json_rpc::json_rpc),
        ("retry_after", retry_after::retry_after),
        ("template", template::template),
    ]
}

#[test]
fn seeds_of_the_readers_and_mutations_of_them_are_read() {
    // The punctuation of all five, and numbers at their limits.
    let words = "{|}|\"|:|,|null|-1|1e400|18446744073709551616|[|]| GMT|{a}|}}|\n|%d";
    let words: Vec<Vec<u8>> = words.split('|').map(|word| word.as_bytes().to_vec()).collect();
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for (target, read) in small_targets() {
        let folder = root().join("fuzz/seeds").join(target);
        let mut seeds: Vec<_> =
            std::fs::read_dir(&folder).expect("the seeds are there").flatten().map(|e| e.path()).collect();
        seeds.sort();
        assert!(seeds.len() >= 3, "{target}");
        for path in seeds {
            let seed = std::fs::read(&path).expect("the seed can be read");
            read(&seed);
            for round in 0..400 {
                let bytes = mutated(&seed, &words, &mut numbers);
                println!("{}, round {round}: {}", path.display(), String::from_utf8_lossy(&bytes));
                read(&bytes);
            }
        }
    }
}
