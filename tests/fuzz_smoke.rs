//! The fuzz target `read_catalog` for compilers that cannot fuzz: the same function over every seed, and over mutations of them that
//! are the same in each run.

#[path = "../fuzz/src/read_catalog.rs"]
mod read_catalog;

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
