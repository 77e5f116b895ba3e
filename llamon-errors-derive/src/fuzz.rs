//! What must hold for any Rust that somebody puts the derive on. The fuzz target `expand` and the test below share it.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{DeriveInput, Item};

use crate::ast::Flavor;
use crate::{from_catalog, implement};

/// Derives on every type in a Rust file, and checks that what is written is Rust again, faults included. Says on how many.
///
/// # Panics
/// When it is not: that is a finding.
#[must_use]
pub fn expand(source: &str) -> usize {
    let Ok(file) = syn::parse_file(source) else { return 0 };
    let mut count = 0;
    for item in file.items {
        let (Item::Enum(_) | Item::Struct(_) | Item::Union(_)) = item else { continue };
        let tokens = item.into_token_stream();
        let Ok(input) = syn::parse2::<DeriveInput>(tokens.clone()) else { continue };
        for flavor in [Flavor::Error, Flavor::Outcome] {
            let written = implement(&input, flavor);
            let text = is_rust(&written);
            let has_impl = text.contains("CatalogEnum for") || text.contains("compile_error");
            assert!(has_impl, "neither an impl nor an error: {text}");
            assert_eq!(text, implement(&input, flavor).to_string(), "two runs, two texts");
        }
        for attribute in &input.attrs {
            let arguments = attribute.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
            is_rust(&from_catalog::from_catalog(&arguments, tokens.clone()));
        }
        count += 1;
    }
    count
}

fn is_rust(written: &TokenStream) -> String {
    let parsed = syn::parse2::<syn::File>(written.clone());
    assert!(parsed.is_ok(), "no Rust: {:?}\n{written}", parsed.err());
    written.to_string()
}

#[cfg(test)]
mod tests {
    /// Whether two words begin and end alike.
    fn alike(a: &str, b: &str) -> bool {
        let ends = |word: &str| {
            let mut letters = word.trim().chars().map(|letter| if letter.is_alphanumeric() { 'a' } else { letter });
            let first = letters.next();
            (first, letters.next_back())
        };
        ends(a) == ends(b)
    }

    use std::fs;
    use std::path::Path;

    /// The files of the compile-fail tests and the hygiene crates, and pieces of them with words swapped, which are the same in each run.
    #[test]
    fn whatever_stands_under_the_derive_rust_is_written() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        let mut seeds = Vec::new();
        for folder in ["ui", "hygiene/strict/src", "hygiene/renamed/src"] {
            for entry in fs::read_dir(tests.join(folder)).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|extension| extension == "rs") {
                    seeds.push(fs::read_to_string(path).unwrap());
                }
            }
        }
        // Packaged without the tests beside it, there are no seeds.
        assert!(seeds.len() >= 30 || !tests.exists(), "{}", seeds.len());
        let words: Vec<&str> = seeds.iter().flat_map(|seed| seed.split_inclusive(char::is_whitespace)).collect();
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |limit: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % u64::try_from(limit.max(1)).unwrap()).unwrap()
        };
        let mut derived = 0;
        for seed in &seeds {
            derived += super::expand(seed);
            for _ in 0..15 {
                let mut own: Vec<&str> = seed.split_inclusive(char::is_whitespace).collect();
                for _ in 0..3 {
                    let (at, other) = (below(own.len()), below(words.len()));
                    // A word is like the one that it replaces, so that the file stays a file for most.
                    let Some(word) =
                        words.iter().cycle().skip(other).take(words.len()).find(|word| alike(word, own[at]))
                    else {
                        continue;
                    };
                    own[at] = word;
                }
                derived += super::expand(&own.concat());
            }
        }
        assert!(derived > 300 || seeds.is_empty(), "{derived}");
    }
}
