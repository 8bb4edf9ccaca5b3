//! Parses `Range` requests for files (RFC 9110, 14).

/// The outcome of parsing a `Range`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// The whole file: the header has several ranges or another unit, or is malformed.
    Whole,
    /// The bytes from the first to the last of these positions, both included.
    Part(u64, u64),
    /// The range starts behind the end of the file: 416.
    Beyond,
}

/// Reads a `Range` for a file of `length` bytes.
pub fn parse(text: &str, length: u64) -> Range {
    let Some((unit, part)) = text.split_once('=') else {
        return Range::Whole;
    };
    let Some((first, last)) = part.trim().split_once('-') else {
        return Range::Whole;
    };
    if !unit.trim().eq_ignore_ascii_case("bytes") || part.contains(',') {
        return Range::Whole;
    }
    match (number(first), number(last)) {
        (Number::Is(first), last) if first >= length => match last {
            Number::Is(last) if last < first => Range::Whole,
            Number::Wrong => Range::Whole,
            _ => Range::Beyond,
        },
        (Number::Is(first), Number::None) => Range::Part(first, length - 1),
        (Number::Is(first), Number::Is(last)) if first <= last => {
            Range::Part(first, last.min(length - 1))
        }
        (Number::None, Number::Is(0)) => Range::Beyond,
        (Number::None, Number::Is(_)) if length == 0 => Range::Beyond,
        (Number::None, Number::Is(last)) => Range::Part(length.saturating_sub(last), length - 1),
        _ => Range::Whole,
    }
}

enum Number {
    None,
    Is(u64),
    Wrong,
}

fn number(text: &str) -> Number {
    let text = text.trim();
    if text.is_empty() {
        Number::None
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        // The text has digits only, so parsing fails only on overflow.
        Number::Is(text.parse().unwrap_or(u64::MAX))
    } else {
        Number::Wrong
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parts() {
        for (text, range) in [
            ("bytes=0-9", Range::Part(0, 9)),
            ("Bytes = 5-", Range::Part(5, 99)),
            ("bytes=-10", Range::Part(90, 99)),
            ("bytes=-1000", Range::Part(0, 99)),
            ("bytes=90-1000", Range::Part(90, 99)),
            ("bytes=99-99", Range::Part(99, 99)),
            ("bytes=100-", Range::Beyond),
            ("bytes=99999999999999999999999-", Range::Beyond),
            ("bytes=-0", Range::Beyond),
            ("bytes=9-5", Range::Whole),
            ("bytes=200-150", Range::Whole),
            ("bytes=0-1,5-6", Range::Whole),
            ("lines=0-9", Range::Whole),
            ("bytes=a-b", Range::Whole),
            ("bytes=-", Range::Whole),
            ("bytes", Range::Whole),
        ] {
            assert_eq!(parse(text, 100), range, "{text}");
        }
        assert_eq!(parse("bytes=0-0", 0), Range::Beyond);
        assert_eq!(parse("bytes=-5", 0), Range::Beyond);
    }

    proptest! {
        #[test]
        fn a_part_lies_within_the_file(text in "(bytes=)?[0-9]{0,3}-?[0-9,a-]{0,4}", length in 0_u64..300) {
            if let Range::Part(first, last) = parse(&text, length) {
                prop_assert!(first <= last && last < length);
            }
        }
    }
}
