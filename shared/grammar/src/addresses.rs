//! Addresses, e-mails and host names among the characters between two spaces.

/// Endings of host names and file names.
const TOP: [&str; 14] = [
    "com", "br", "org", "net", "gov", "io", "tv", "info", "app", "edu", "dev", "me", "pdf", "html",
];

/// White space and characters without width.
pub(crate) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200B}' | '\u{FEFF}' | '\u{00AD}')
}

/// A run of characters without spaces, quotes and brackets, of which every suffix may be an address.
///
/// A run without spaces can be as long as the text and have as many words, so that the places of the marks that
/// decide are noted once.
#[derive(Default)]
pub(crate) struct Run<'a> {
    /// The run without the marks behind it, as written.
    text: &'a str,
    /// Where it begins in the text of the block, in bytes.
    start: usize,
    /// Where the whole run ends in the text of the block.
    end: usize,
    /// Places in `text`, ascending.
    at_signs: Vec<usize>,
    dots: Vec<usize>,
    /// `/` and `?`, which end a host name.
    slashes: Vec<usize>,
    /// Other bytes that no host name has.
    others: Vec<usize>,
    /// The last `://`.
    scheme: Option<usize>,
}

/// The first of ascending `places` from `from` on.
fn first(places: &[usize], from: usize) -> Option<usize> {
    let behind = places.partition_point(|place| *place < from);
    places.get(behind).copied()
}

/// The last of ascending `places` before `until`.
fn last(places: &[usize], until: usize) -> Option<usize> {
    let behind = places.partition_point(|place| *place < until);
    behind.checked_sub(1).and_then(|at| places.get(at)).copied()
}

impl<'a> Run<'a> {
    /// The run at the beginning of `rest`, which begins at the byte `start` of the block's text.
    pub fn at(rest: &'a str, start: usize) -> Self {
        let end = rest
            .find(|character: char| {
                is_space(character)
                    || matches!(
                        character,
                        '"' | '“' | '”' | '<' | '>' | '\u{FFFC}' | '(' | ')' | '«' | '»'
                    )
            })
            .unwrap_or(rest.len());
        let whole = rest.get(..end).unwrap_or_default();
        let text = whole.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ']', '…', '—', '–']);
        let mut run = Self {
            text,
            start,
            end: start + end,
            scheme: text.rfind("://"),
            ..Self::default()
        };
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'@' => {
                    run.at_signs.push(at);
                    run.others.push(at);
                }
                b'.' => run.dots.push(at),
                b'/' | b'?' => {
                    run.slashes.push(at);
                    run.others.push(at);
                }
                b'-' | b'_' => {}
                _ if byte.is_ascii_alphanumeric() => {}
                _ => run.others.push(at),
            }
        }
        run
    }

    /// Whether the byte `position` of the block's text lies in the run.
    pub fn holds(&self, position: usize) -> bool {
        (self.start..self.end).contains(&position)
    }

    /// The length in bytes of the address that begins at the byte `position` of the block's text and ends with the run.
    pub fn address(&self, position: usize) -> Option<usize> {
        let from = position - self.start;
        let rest = self.text.get(from..).filter(|rest| !rest.is_empty())?;
        let www = rest
            .get(..4)
            .is_some_and(|begin| begin.eq_ignore_ascii_case("www."));
        let address = self.scheme.is_some_and(|at| at >= from)
            || www
            || self.is_email(from)
            || self.is_domain(from);
        address.then_some(rest.len())
    }

    /// Whether `name@host.example` begins at `from`.
    fn is_email(&self, from: usize) -> bool {
        first(&self.at_signs, from)
            .is_some_and(|at| at > from && self.dots.last().is_some_and(|dot| *dot > at))
    }

    /// Whether a host name such as `gov.br/saude` begins at `from`.
    fn is_domain(&self, from: usize) -> bool {
        let end = first(&self.slashes, from).unwrap_or(self.text.len());
        let Some(dot) = last(&self.dots, end).filter(|dot| *dot > from + 1) else {
            return false;
        };
        let top = self.text.get(dot + 1..end).unwrap_or_default();
        TOP.iter().any(|own| top.eq_ignore_ascii_case(own))
            && first(&self.others, from).is_none_or(|other| other >= dot)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same decision by reading the rest of the run.
    fn by_reading(rest: &str) -> Option<usize> {
        let lower = rest.to_ascii_lowercase();
        let email = lower
            .split_once('@')
            .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
        let host = lower.split(['/', '?']).next().unwrap();
        let domain = host.rsplit_once('.').is_some_and(|(name, last)| {
            TOP.contains(&last)
                && name.len() > 1
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
        });
        (lower.contains("://") || lower.starts_with("www.") || email || domain)
            .then_some(rest.len())
    }

    proptest! {
        #[test]
        fn every_suffix_of_a_run_is_judged_as_if_it_was_read(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "a", "b1", "Com", "br", "PDF", "www.", "WWW", ".", "..", "@", "/", "?", "://", ":", ",", "-", "_",
                    "é", "😀", "#",
                ]),
                1..12,
            ),
        ) {
            let text = pieces.concat();
            let run = Run::at(&text, 7);
            let trimmed = run.text.len();
            for (at, _) in text.char_indices() {
                prop_assert!(run.holds(7 + at));
                let rest = text.get(at..trimmed).unwrap_or_default();
                let expected = if rest.is_empty() { None } else { by_reading(rest) };
                prop_assert_eq!(run.address(7 + at), expected, "{}", rest);
            }
            prop_assert!(!run.holds(7 + text.len()));
        }
    }
}
