//! The next free code.
//!
//! Comes in: codes, the retired ones and those at fault too, so that no number is given out twice. Goes out: the code behind the highest
//! number of a family, a family being what stands before the number, or behind a run of its numbers. Not done here: which catalogs belong
//! together; a code is one code in one domain only (SPEC D1).
//!
//! Digits are counted as text: codes of thirty digits are real, and `DOC_009` is followed by `DOC_010`.

use std::fmt;

/// Codes by family, and the highest number of each.
#[derive(Clone, Debug, Default)]
pub struct NextCodes<'c> {
    /// The families in the order of their names, each with its highest number.
    highest: Vec<(&'c str, &'c str)>,
    /// Every code's family and number, in the order of both.
    numbers: Vec<(&'c str, &'c str)>,
    /// Where in `numbers` the run of each ends.
    ends: Vec<usize>,
}

impl<'c> NextCodes<'c> {
    /// Counts these codes; those that end in no number are passed over.
    pub fn new(codes: impl IntoIterator<Item = &'c str>) -> Self {
        let mut numbers: Vec<(&str, &str)> = codes.into_iter().filter_map(split_number).collect();
        numbers.sort_unstable_by_key(|(family, digits)| (*family, value(digits)));
        let mut names: Vec<&str> = numbers.iter().map(|(family, _)| *family).collect();
        names.sort_unstable();
        names.dedup();
        let mut highest: Vec<(&str, &str)> = names.iter().map(|family| (*family, "")).collect();
        for (family, digits) in &numbers {
            let most = names.binary_search(family).ok().and_then(|place| highest.get_mut(place));
            if let Some((_, most)) = most.filter(|(_, most)| most.is_empty() || value(digits) > value(most)) {
                *most = digits;
            }
        }
        let ends = ends(&numbers);
        Self { highest, numbers, ends }
    }

    /// The next free code behind `code`, at the end of the run of numbers in which it stands, with at least as many digits: another run of
    /// the family may be of another kind. Nothing when it ends in no number, or is of no family that was counted.
    ///
    /// ```
    /// use llamon_errors_catalog::numbers::NextCodes;
    ///
    /// let codes = NextCodes::new(["DOC_001", "DOC_002", "DOC_003", "DOC_101"]);
    /// assert_eq!(codes.after("DOC_001").as_deref(), Some("DOC_004"));
    /// ```
    #[must_use]
    pub fn after(&self, code: &str) -> Option<String> {
        let (family, digits) = split_number(code)?;
        self.highest(family)?;
        let counted =
            self.numbers.binary_search_by_key(&(family, value(digits)), |(other, number)| (*other, value(number)));
        let end = counted.ok().and_then(|place| self.numbers.get(*self.ends.get(place)?));
        let last = end.map_or(digits, |(_, last)| last);
        Some(format!("{family}{}", padded(&incremented(last), digits.len())))
    }

    /// The highest number of a family.
    fn highest(&self, family: &str) -> Option<&'c str> {
        let place = self.highest.binary_search_by(|(name, _)| (*name).cmp(family)).ok()?;
        self.highest.get(place).map(|(_, digits)| *digits)
    }

    /// Each family and its next free code, with the digits of its highest number.
    ///
    /// ```
    /// use llamon_errors_catalog::numbers::NextCodes;
    ///
    /// let codes = NextCodes::new(["DOC_009", "DOC_003", "E99", "KV:Cloud:Io"]);
    /// let next: Vec<(&str, String)> = codes.all().collect();
    /// assert_eq!(next, [("DOC_", "DOC_010".to_owned()), ("E", "E100".to_owned())]);
    /// ```
    pub fn all(&self) -> impl Iterator<Item = (&'c str, String)> {
        self.highest.iter().map(|(family, digits)| (*family, format!("{family}{}", incremented(digits))))
    }

    /// The next free code that begins with `prefix`: of the family of this name, with or without its separator (`DOC` is `DOC_`), or
    /// of the numbers that go on behind it (`E1` is `E1001` up to `E1999`).
    ///
    /// # Errors
    /// Where there is no such family, or several, and where the numbers behind the prefix are used up.
    ///
    /// ```
    /// use llamon_errors_catalog::numbers::{NextCodes, NoNext};
    ///
    /// let codes = NextCodes::new(["DOC_009", "E1001", "E2007", "E3999"]);
    /// assert_eq!(codes.of("DOC").as_deref(), Ok("DOC_010"));
    /// assert_eq!(codes.of("E2").as_deref(), Ok("E2008"));
    /// assert_eq!(codes.of("E3"), Err(NoNext::UsedUp));
    /// assert_eq!(codes.of("ORD_"), Err(NoNext::UnknownPrefix));
    /// ```
    pub fn of(&self, prefix: &str) -> Result<String, NoNext> {
        if let Some(digits) = self.highest(prefix) {
            return Ok(format!("{prefix}{}", incremented(digits)));
        }
        if let Some((family, head)) = split_number(prefix) {
            return self.behind(family, head);
        }
        let mut alike = self.alike(prefix);
        match (alike.next(), alike.next()) {
            (Some(family), None) => self
                .highest(family)
                .map(|digits| format!("{family}{}", incremented(digits)))
                .ok_or(NoNext::UnknownPrefix),
            (Some(_), Some(_)) => Err(NoNext::Several),
            (None, _) => Err(NoNext::UnknownPrefix),
        }
    }

    /// The families that are called so but for their separator: `DOC` is `DOC_`, and `DOC-` as well where there are both.
    pub fn alike(&self, prefix: &str) -> impl Iterator<Item = &'c str> {
        let name = |family: &str| family.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric()).len();
        let wanted = prefix.get(..name(prefix)).unwrap_or_default();
        let families = self.highest.iter().map(|(family, _)| *family);
        families.filter(move |family| !family.is_empty() && family.get(..name(family)) == Some(wanted))
    }

    /// The next free code of those whose number begins with `head`.
    fn behind(&self, family: &str, head: &str) -> Result<String, NoNext> {
        let of_family = self.numbers.iter().filter(|(other, _)| *other == family).map(|(_, digits)| *digits);
        let begun = of_family.filter(|digits| digits.len() > head.len() && digits.starts_with(head));
        let highest = begun.max_by_key(|digits| value(digits)).ok_or(NoNext::UnknownPrefix)?;
        let next = incremented(highest);
        let stays = next.len() == highest.len() && next.starts_with(head);
        if stays { Ok(format!("{family}{next}")) } else { Err(NoNext::UsedUp) }
    }
}

/// Why there is no next code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNext {
    /// No code of a number begins so.
    UnknownPrefix,
    /// One more would need a digit more, and then begin with something else.
    UsedUp,
    /// Several families are called so, which differ in their separators only.
    Several,
}

impl fmt::Display for NoNext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownPrefix => "no code of a number begins so",
            Self::UsedUp => "the numbers behind the prefix are used up",
            Self::Several => "several families differ in their separators only",
        })
    }
}

impl std::error::Error for NoNext {}

/// Where the run of each number ends: those of one family that follow each other by one.
fn ends(numbers: &[(&str, &str)]) -> Vec<usize> {
    let mut ends = vec![0; numbers.len()];
    let mut behind: Option<(&str, &str)> = None;
    let mut end = numbers.len().saturating_sub(1);
    for ((place, (family, digits)), slot) in numbers.iter().enumerate().zip(&mut ends).rev() {
        let goes_on = behind.is_some_and(|(other, next)| {
            other == *family && (value(next) == value(digits) || value(next) == value(&incremented(digits)))
        });
        if !goes_on {
            end = place;
        }
        *slot = end;
        behind = Some((family, digits));
    }
    ends
}

/// `DOC_005` is `DOC_` and `005`.
fn split_number(code: &str) -> Option<(&str, &str)> {
    let family = code.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = code.get(family.len()..)?;
    (!digits.is_empty()).then_some((family, digits))
}

/// What a number is worth: of two texts of digits the longer one is more, leading zeros aside.
fn value(digits: &str) -> (usize, &str) {
    let digits = digits.trim_start_matches('0');
    (digits.len(), digits)
}

/// One more, with at least as many digits.
fn incremented(digits: &str) -> String {
    let kept = digits.trim_end_matches('9');
    let nines = digits.len() - kept.len();
    let zeros = "0".repeat(nines);
    let mut kept: Vec<char> = kept.chars().collect();
    match kept.pop().and_then(|last| char::from_digit(last.to_digit(10)? + 1, 10)) {
        Some(last) => format!("{}{last}{zeros}", kept.into_iter().collect::<String>()),
        None => format!("1{zeros}"),
    }
}

fn padded(digits: &str, width: usize) -> String {
    format!("{}{digits}", "0".repeat(width.saturating_sub(digits.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_codes_keep_their_width() {
        let codes = NextCodes::new(["DOC_001", "DOC_012", "E1001", "10", "KV:Cloud:Io", "A_9", "A_009"]);
        let next = |code| codes.after(code);
        assert_eq!(next("DOC_001").as_deref(), Some("DOC_002"));
        assert_eq!(next("DOC_012").as_deref(), Some("DOC_013"));
        assert_eq!(next("DOC_050").as_deref(), Some("DOC_051"));
        assert_eq!(next("E1001").as_deref(), Some("E1002"));
        assert_eq!(next("10").as_deref(), Some("11"));
        assert_eq!(next("A_009").as_deref(), Some("A_010"));
        assert_eq!(next("KV:Cloud:Io"), None);
        assert_eq!(codes.of("").as_deref(), Ok("11"));
        assert_eq!(codes.of("E1").as_deref(), Ok("E1002"));
        assert_eq!(codes.of("E1001"), Err(NoNext::UnknownPrefix), "no number goes on behind it");
        assert_eq!(codes.of("E2"), Err(NoNext::UnknownPrefix));
        let twice = NextCodes::new(["DOC-001", "DOC_007", "DO_9"]);
        assert_eq!((twice.of("DOC"), twice.of("DOC_").as_deref()), (Err(NoNext::Several), Ok("DOC_008")));
        assert_eq!(twice.alike("DOC").collect::<Vec<_>>(), ["DOC-", "DOC_"]);
    }

    #[test]
    fn numbers_grow_where_they_must_and_have_no_end() {
        let long = "9".repeat(40);
        let codes = [format!("A_{long}"), "DOC_999".to_owned(), "Z_1099".to_owned()];
        let codes = NextCodes::new(codes.iter().map(String::as_str));
        assert_eq!(codes.of("DOC").as_deref(), Ok("DOC_1000"));
        assert_eq!(codes.of("Z_10"), Err(NoNext::UsedUp));
        assert_eq!(codes.of("Z_1").as_deref(), Ok("Z_1100"));
        assert_eq!(codes.of("A_"), Ok(format!("A_1{}", "0".repeat(40))));
    }

    #[test]
    fn no_next_code_has_a_reason_in_words() {
        let refused = NextCodes::new(["A_1"]).of("B").unwrap_err();
        assert_eq!(refused.to_string(), "no code of a number begins so");
    }
}
