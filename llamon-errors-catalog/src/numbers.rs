//! The next free code.
//!
//! Comes in: codes, the retired ones and those at fault too, so that no number is given out twice. Goes out: the code behind the highest
//! number of a family, a family being what stands before the number. Not done here: which catalogs belong together; a code is one code in
//! one domain only (SPEC D1).
//!
//! Digits are counted as text: codes of thirty digits are real, and `DOC_009` is followed by `DOC_010`.

/// Codes by family, and the highest number of each.
#[derive(Clone, Debug, Default)]
pub struct NextCodes<'c> {
    /// The families in the order of their names, each with its highest number.
    highest: Vec<(&'c str, &'c str)>,
    numbers: Vec<(&'c str, &'c str)>,
}

impl<'c> NextCodes<'c> {
    /// Counts these codes; those that end in no number are passed over.
    pub fn new(codes: impl IntoIterator<Item = &'c str>) -> Self {
        let numbers: Vec<(&str, &str)> = codes.into_iter().filter_map(split_number).collect();
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
        Self { highest, numbers }
    }

    /// The next free code of the family that `code` belongs to, with at least as many digits as `code` has. Nothing when it ends in no
    /// number, or is of no family that was counted.
    #[must_use]
    pub fn after(&self, code: &str) -> Option<String> {
        let (family, digits) = split_number(code)?;
        Some(format!("{family}{}", padded(&incremented(self.highest(family)?), digits.len())))
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
    /// Where there is no such family, and where the numbers behind the prefix are used up.
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
        let name = |family: &str| family.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric()).to_owned();
        let mut alike = self.all().filter(|(family, _)| !family.is_empty() && name(family) == name(prefix));
        alike.next().map_or(Err(NoNext::UnknownPrefix), |(_, code)| Ok(code))
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
        assert_eq!(next("DOC_001").as_deref(), Some("DOC_013"));
        assert_eq!(next("E1001").as_deref(), Some("E1002"));
        assert_eq!(next("10").as_deref(), Some("11"));
        assert_eq!(next("A_009").as_deref(), Some("A_010"));
        assert_eq!(next("KV:Cloud:Io"), None);
        assert_eq!(codes.of("").as_deref(), Ok("11"));
        assert_eq!(codes.of("E1").as_deref(), Ok("E1002"));
        assert_eq!(codes.of("E1001"), Err(NoNext::UnknownPrefix), "no number goes on behind it");
        assert_eq!(codes.of("E2"), Err(NoNext::UnknownPrefix));
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
}
