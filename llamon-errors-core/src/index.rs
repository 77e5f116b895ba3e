//! From a code to its row: a perfect hash laid down by the derive.
//!
//! Comes in: the index's bytes and a code. Goes out: the one row that may have that code; the caller compares. Building it is here too,
//! since both sides must agree to the bit; it writes into memory that the caller brings.
//!
//! The scheme is hash and displace: a code's hash names a bucket, the bucket's displacement and the hash name a slot, and the
//! displacements are chosen so that no two codes share a slot. Looking up takes one pass over the code and three reads.
//!
//! ```text
//! 0..4  number of buckets, b    4..8  number of slots, s    8..8+2b  displacements, u16    then  s rows, u32; MAX: no code
//! ```

/// Codes per bucket on average, when the index is built.
const PER_BUCKET: usize = 3;

/// A slot that no code has.
const NOBODY: u32 = u32::MAX;

const HEAD: usize = 8;

/// The hash of a code: sixteen bytes at a time, folded by one multiplication, so that most codes cost one or two. It need not withstand
/// attackers, since the codes in the index are the program's own; and a foreign one costs no more than a comparison.
#[must_use]
pub fn hash(code: &[u8]) -> u64 {
    let mut state = SEED ^ code.len() as u64;
    let mut rest = code;
    while let Some((words, tail)) = rest.split_first_chunk::<16>() {
        if tail.is_empty() {
            break;
        }
        state = fold(state, *words);
        rest = tail;
    }
    // The last words overlap those before where there are some: no loop over single bytes.
    fold(state, code.last_chunk::<16>().copied().unwrap_or_else(|| ends(rest)))
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Not a small multiple of [`FACTOR`]: the product of the two would then be much the same for codes whose bytes add up to the same.
const SEED: u64 = 0xa076_1d64_78bd_642f;

/// One step: both halves of a product of two words, of which each was mixed before.
fn fold(state: u64, words: [u8; 16]) -> u64 {
    let words = u128::from_le_bytes(words);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are wanted")]
    let (first, second) = (words as u64, (words >> 64) as u64);
    let wide = u128::from(state ^ first) * u128::from(FACTOR ^ second);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are wanted")]
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    low ^ high
}

/// All bytes of a code that is shorter than sixteen, some of them twice. With the length, which is in the state, no two codes look alike.
fn ends(code: &[u8]) -> [u8; 16] {
    let pair = |first: u64, last: u64| (u128::from(first) | u128::from(last) << 64).to_le_bytes();
    if let (Some(first), Some(last)) = (code.first_chunk::<8>(), code.last_chunk::<8>()) {
        return pair(u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (code.first_chunk::<4>(), code.last_chunk::<4>()) {
        return pair(u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)));
    }
    let byte = |at: usize| code.get(at).map_or(0, |byte| u64::from(*byte));
    pair(byte(0) | byte(1) << 8, byte(2))
}

/// The upper half of `hash`, spread over `0..size` without a division.
fn spread(hash: u64, size: u32) -> u32 {
    (((hash >> 32) * u64::from(size)) >> 32) as u32
}

fn bucket_of(hash: u64, buckets: u32) -> u32 {
    spread(hash, buckets)
}

/// All of the hash counts, so that codes of one bucket, whose upper halves are alike, come apart under some displacement.
fn slot_of(hash: u64, displacement: u16, slots: u32) -> u32 {
    spread((hash ^ u64::from(displacement).wrapping_mul(FACTOR)).wrapping_mul(0xff51_afd7_ed55_8ccd), slots)
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The only row that can have this code.
#[must_use]
pub fn find(index: &[u8], code: &[u8]) -> Option<usize> {
    let (buckets, slots) = (read_u32(index, 0)?, read_u32(index, 4)?);
    let hash = hash(code);
    let bucket = usize::try_from(bucket_of(hash, buckets)).ok()?;
    let displacement = u16::from_le_bytes(*index.get(HEAD + 2 * bucket..)?.first_chunk()?);
    let slot = usize::try_from(slot_of(hash, displacement, slots)).ok()?;
    let start = HEAD + 2 * usize::try_from(buckets).ok()?;
    let row = read_u32(index, start + 4 * slot)?;
    (row != NOBODY).then_some(usize::try_from(row).ok()?)
}

/// How many bytes the index of so many codes takes.
#[must_use]
pub const fn size(codes: usize) -> usize {
    HEAD + 2 * buckets(codes) + 4 * slots(codes)
}

const fn buckets(codes: usize) -> usize {
    codes.div_ceil(PER_BUCKET)
}

/// A quarter more than there are codes: the last buckets find room in few tries.
const fn slots(codes: usize) -> usize {
    codes + codes.div_ceil(4)
}

/// Builds the index of codes with these hashes, the n-th being that of row n, into `index`, which has [`size`] bytes. `order` is
/// memory for the row numbers, as many as there are hashes.
///
/// The result depends on the hashes alone: two runs lay down the same bytes.
///
/// # Errors
/// When two hashes are equal, no displacement keeps the codes of a bucket apart, or the memory has another size. Without an index
/// [`Table::find`](crate::table::Table::find) looks at every row.
pub fn build(hashes: &[u64], order: &mut [u32], index: &mut [u8]) -> Result<(), NoIndex> {
    let (Ok(buckets), Ok(slots)) = (u32::try_from(buckets(hashes.len())), u32::try_from(slots(hashes.len()))) else {
        return Err(NoIndex);
    };
    if order.len() != hashes.len() || index.len() != size(hashes.len()) {
        return Err(NoIndex);
    }
    let hash_of = |row: u32| usize::try_from(row).ok().and_then(|row| hashes.get(row)).copied().unwrap_or(0);
    for (place, row) in order.iter_mut().zip(0..) {
        *place = row;
    }
    // Full buckets first, while there is room; bucket and row number break ties, so the order is one.
    let bucket = |row: u32| bucket_of(hash_of(row), buckets);
    order.sort_unstable_by_key(|row| (bucket(*row), *row));
    index.fill(0xff);
    write(index, 0, &buckets.to_le_bytes());
    write(index, 4, &slots.to_le_bytes());
    let displacements = HEAD..HEAD + 2 * usize::try_from(buckets).map_err(|_| NoIndex)?;
    let rows_at = displacements.end;
    if let Some(displacements) = index.get_mut(displacements) {
        displacements.fill(0);
    }
    let fullest = order.chunk_by(|a, b| bucket(*a) == bucket(*b)).map(<[u32]>::len).max().unwrap_or(0);
    for wanted in (1..=fullest).rev() {
        for group in order.chunk_by(|a, b| bucket(*a) == bucket(*b)).filter(|group| group.len() == wanted) {
            place_group(index, rows_at, slots, group, &hash_of)?;
        }
    }
    Ok(())
}

/// Finds the displacement under which every code of a bucket has a free slot of its own.
fn place_group(
    index: &mut [u8],
    rows_at: usize,
    slots: u32,
    group: &[u32],
    hash_of: &dyn Fn(u32) -> u64,
) -> Result<(), NoIndex> {
    let slot_at = |row: u32, displacement: u16| {
        usize::try_from(slot_of(hash_of(row), displacement, slots)).map_or(usize::MAX, |slot| rows_at + 4 * slot)
    };
    for displacement in 0..=u16::MAX {
        let taken = group.iter().position(|row| {
            let at = slot_at(*row, displacement);
            let free = read_u32(index, at) == Some(NOBODY);
            if free {
                write(index, at, &row.to_le_bytes());
            }
            !free
        });
        let Some(taken) = taken else {
            if let Some(first) = group.first() {
                let buckets = u32::try_from((rows_at - HEAD) / 2).map_err(|_| NoIndex)?;
                let bucket = usize::try_from(bucket_of(hash_of(*first), buckets)).map_err(|_| NoIndex)?;
                write(index, HEAD + 2 * bucket, &displacement.to_le_bytes());
            }
            return Ok(());
        };
        for row in group.iter().take(taken) {
            write(index, slot_at(*row, displacement), &NOBODY.to_le_bytes());
        }
    }
    Err(NoIndex)
}

fn write(bytes: &mut [u8], at: usize, value: &[u8]) {
    for (to, from) in bytes.iter_mut().skip(at).zip(value) {
        *to = *from;
    }
}

/// No perfect hash was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoIndex;

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::HashSet;
    use std::format;
    use std::ops::Range;
    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    fn built(codes: &[String]) -> Vec<u8> {
        let hashes: Vec<u64> = codes.iter().map(|code| hash(code.as_bytes())).collect();
        let mut index = vec![0; size(codes.len())];
        build(&hashes, &mut vec![0; codes.len()], &mut index).unwrap();
        index
    }

    #[test]
    fn every_code_finds_its_row_at_any_size() {
        for count in [0, 1, 2, 3, 7, 64, 1000, 20_000] {
            let codes: Vec<String> = (0..count).map(|n| format!("DOC_{n:05}")).collect();
            let index = built(&codes);
            for (row, code) in codes.iter().enumerate() {
                assert_eq!(find(&index, code.as_bytes()), Some(row), "{code} of {count}");
            }
        }
    }

    /// Codes as people number them; the shortest have the fewest bits to tell them apart.
    #[test]
    fn every_family_of_short_codes_has_an_index() {
        let wide = |range: Range<u32>, width: usize| -> Vec<String> { range.map(|n| format!("{n:0width$}")).collect() };
        let lettered = |width: usize| -> Vec<String> {
            let numbers = wide(0..10_u32.pow(u32::try_from(width).unwrap()), width);
            ('A'..='Z').flat_map(|letter| numbers.iter().map(move |number| format!("{letter}{number}"))).collect()
        };
        let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
        let pairs =
            |ends: &[String]| letters.iter().flat_map(|a| ends.iter().map(move |b| format!("{a}{b}"))).collect();
        let pairs_of_letters: Vec<String> = pairs(&letters);
        let mut families = vec![
            (0..1000).map(|n| format!("{n}")).collect(),
            wide(100..600, 3),
            vec!["101".into(), "400".into()],
            pairs(&pairs_of_letters),
            pairs_of_letters,
            letters.clone(),
        ];
        families.extend((1..=5).map(|width| wide(0..10_u32.pow(u32::try_from(width).unwrap()).min(20_000), width)));
        families.extend((1..=3).map(lettered));
        for step in [2, 3, 5, 10, 64, 100, 256] {
            families.push((0..1000).step_by(step).map(|n| format!("{n:03}")).collect());
            families.push((0..400).map(|n| format!("E-{:05}", n * step)).collect());
        }
        let mut state = 1_u32;
        for size in [2, 10, 20, 40, 80, 300].repeat(20) {
            let mut numbers: Vec<u32> = Vec::new();
            while numbers.len() < size {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let number = 100 + (state >> 16) % 900;
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            families.push(numbers.iter().map(|number| format!("{number}")).collect());
        }
        for codes in families {
            let index = built(&codes);
            for (row, code) in codes.iter().enumerate() {
                assert_eq!(find(&index, code.as_bytes()), Some(row), "{code} of {}", codes.len());
            }
        }
    }

    /// Codes of up to three bytes differ in few bits; each half of their hashes is as good as drawn by lot. Among 65,536 values of 32 bits
    /// that are, half a pair is equal; twenty are not.
    #[test]
    fn both_halves_of_the_hash_tell_short_codes_apart() {
        let pairs = (0..=255_u8).flat_map(|a| (0..=255_u8).map(move |b| vec![a, b]));
        let behind_a_digit = pairs.clone().map(|pair| [b"0", &*pair].concat());
        for codes in [pairs.collect::<Vec<_>>(), behind_a_digit.collect()] {
            let hashes: Vec<u64> = codes.iter().map(|code| hash(code)).collect();
            for shift in [0, 32] {
                let halves: HashSet<u64> = hashes.iter().map(|hash| hash >> shift & u64::from(u32::MAX)).collect();
                assert!(halves.len() + 20 > codes.len(), "{} of {}", halves.len(), codes.len());
            }
        }
    }

    /// A head of eight bytes, two for each bucket of three codes, four for each slot, of which there are a quarter more than codes.
    #[test]
    fn an_index_is_as_long_as_its_layout_says() {
        assert_eq!([0, 1, 3, 1000].map(size), [8, 8 + 2 + 8, 8 + 2 + 16, 8 + 668 + 5000]);
    }

    #[test]
    fn codes_of_all_lengths_have_hashes_of_their_own() {
        let mut seen = HashSet::new();
        for length in 0..200 {
            for letter in ["A", "B"] {
                assert!(seen.insert(hash(letter.repeat(length).as_bytes())) || length == 0);
            }
        }
        assert_ne!(hash(b"DOC_0001x"), hash(b"xDOC_0001"));
    }

    #[test]
    fn every_byte_of_a_code_counts() {
        for length in 1..50 {
            let code = vec![b'A'; length];
            let mut seen = HashSet::from([hash(&code)]);
            for place in 0..length {
                for letter in b"B09Za_.~" {
                    let mut other = code.clone();
                    other[place] = *letter;
                    assert!(seen.insert(hash(&other)), "byte {place} of {length}");
                }
            }
        }
    }

    #[test]
    fn equal_hashes_have_no_index_and_damaged_bytes_find_nothing() {
        let mut index = vec![0; size(2)];
        assert_eq!(build(&[7, 7], &mut [0; 2], &mut index), Err(NoIndex));
        assert_eq!(build(&[7, 7 << 32], &mut [0; 1], &mut index), Err(NoIndex), "too little memory to work in");
        assert_eq!(build(&[7], &mut [0; 1], &mut index), Err(NoIndex), "more memory than the index takes");
        assert_eq!(build(&[7, 7 << 32], &mut [0; 2], &mut index), Ok(()));
        for bytes in [&[][..], &[0; 3], &[0xff; 8], &[0xff; 64]] {
            assert_eq!(find(bytes, b"DOC_005"), None);
        }
    }
}
