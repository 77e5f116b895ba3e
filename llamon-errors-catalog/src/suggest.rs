//! Did-you-mean.
//!
//! Comes in: a word and the words that would be right. Goes out: the nearest, or nothing when none is near. The measure is optimal
//! string alignment: edits and swaps of neighbours. (Jaro-Winkler calls any two codes with a long common beginning twins.)

/// The candidate that `word` most likely means; the first of equals. Words that differ only in case, blanks and
/// separators are the same word; otherwise at most a third of the letters may differ.
///
/// ```
/// use llamon_errors_catalog::suggest::nearest;
///
/// assert_eq!(nearest("retryable", ["title", "retriable"]), Some("retriable"));
/// assert_eq!(nearest("sdk-code", ["sdk_code"]), Some("sdk_code"));
/// assert_eq!(nearest("colour", ["title", "retriable"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut search = Search::new(word);
    for candidate in candidates {
        search.offer(candidate);
    }
    search.best.map(|(_, candidate)| candidate)
}

/// The nearest so far. What does not depend on the kind of iterator is compiled once.
struct Search<'c> {
    wanted: Vec<char>,
    /// How many letters may differ.
    most: usize,
    best: Option<(usize, &'c str)>,
}

impl<'c> Search<'c> {
    fn new(word: &str) -> Self {
        let wanted = folded(word);
        let most = (wanted.len() / 3).max(1);
        Self { wanted, most, best: None }
    }

    fn offer(&mut self, candidate: &'c str) {
        let least = self.best.map_or(self.most + 1, |(least, _)| least);
        // Nothing is nearer than the same word.
        if least == 0 {
            return;
        }
        let letters = folded(candidate);
        if letters.len().abs_diff(self.wanted.len()) > self.most {
            return;
        }
        let far = distance(&self.wanted, &letters);
        if far < least {
            self.best = Some((far, candidate));
        }
    }
}

fn folded(word: &str) -> Vec<char> {
    word.chars().filter(|letter| !matches!(letter, '_' | '-' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut above: Option<char> = None;
    for (row, &a) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        let mut beside: Option<char> = None;
        for (column, &b) in right.iter().enumerate() {
            let at = |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&last, column) + usize::from(a != b);
            let mut steps = replaced.min(at(&last, column + 1) + 1).min(at(&line, column) + 1);
            if above == Some(b) && beside == Some(a) {
                steps = steps.min(at(&before_last, column.saturating_sub(1)) + 1);
            }
            line.push(steps);
            beside = Some(b);
        }
        before_last = std::mem::replace(&mut last, line);
        above = Some(a);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(left: &str, right: &str) -> usize {
        distance(&left.chars().collect::<Vec<_>>(), &right.chars().collect::<Vec<_>>())
    }

    #[test]
    fn distances() {
        assert_eq!(between("", ""), 0);
        assert_eq!(between("abc", ""), 3);
        assert_eq!(between("mpc", "mcp"), 1);
        assert_eq!(between("mpcx", "mcpx"), 1);
        assert_eq!(between("kitten", "sitting"), 3);
        assert_eq!(between("ca", "abc"), 3);
        // A letter more or less costs one, wherever it stands.
        for longer in ["xabc", "axbc", "abxc", "abcx"] {
            assert_eq!((between(longer, "abc"), between("abc", longer)), (1, 1), "{longer}");
        }
    }

    #[test]
    fn a_third_may_differ_and_the_first_of_equals_is_meant() {
        assert_eq!(nearest("status", ["statuses"]), Some("statuses"));
        assert_eq!(nearest("state", ["statuses"]), None);
        assert_eq!(nearest("cat", ["bat", "hat"]), Some("bat"));
    }

    #[test]
    fn long_common_beginnings_make_no_twins() {
        let codes = ["BILLING-INVOICE-0001", "BILLING-INVOICE-0071"];
        assert_eq!(nearest("BILLING-INVOICE-0070", codes), Some("BILLING-INVOICE-0071"));
        assert_eq!(nearest("gti", ["git", "diff"]), Some("git"));
        assert_eq!(nearest("x", ["git"]), None);
    }
}
