//! What the options of a tag mean.

use super::FormTag;

/// Largest file that a field takes when its tag says nothing: 1 MiB.
const DEFAULT_FILE_SIZE: u64 = 1024 * 1024;

/// What a file field takes when its tag says nothing.
const DEFAULT_FILE_TYPES: [&str; 3] = ["audio/*", "video/*", "image/*"];

impl FormTag {
    /// Whether an option is written exactly like this.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|one| one == option)
    }

    /// The values of the options `name:value` in their order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.options.iter().filter_map(move |option| {
            let value = option.strip_prefix(name)?.strip_prefix(':')?;
            (!value.is_empty()).then_some(value)
        })
    }

    /// The value of the first option `name:value`.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find_map(|option| {
            let value = option.strip_prefix(name)?.strip_prefix(':')?;
            (!value.is_empty()).then_some(value)
        })
    }

    /// The whole number of an option `name:digits`.
    pub fn whole(&self, name: &str) -> Option<u64> {
        self.all(name).find_map(|value| {
            let digits = value.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| value.parse().ok()).flatten()
        })
    }

    /// The decimal number of an option, as written.
    pub fn number(&self, name: &str) -> Option<&str> {
        self.option(name).filter(|value| {
            let digits = value.strip_prefix('-').unwrap_or(value);
            digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') && value.parse::<f64>().is_ok()
        })
    }

    /// The size in characters and lines: `40`, `40x10`, `x10`, each also with `/maximum`; or `size:40`, `cols:` and
    /// `rows:`.
    pub fn size(&self) -> (Option<u64>, Option<u64>) {
        let sized = self.options.iter().find_map(|option| sized(option));
        let (columns, rows, _) = sized.unwrap_or_default();
        let columns = self
            .whole("size")
            .or_else(|| self.whole("cols"))
            .or(columns);
        (columns, self.whole("rows").or(rows))
    }

    /// The largest length that the tag asks for.
    pub fn maximum_length(&self) -> Option<u64> {
        let sized = || {
            let mut all = self.options.iter().filter_map(|option| sized(option));
            all.find_map(|(_, _, maximum)| maximum)
        };
        self.whole("maxlength").or_else(sized)
    }

    /// The largest file that the field takes, in bytes: `limit:500`, `limit:500kb` or `limit:2mb`.
    pub fn file_limit(&self) -> u64 {
        let limit = self.all("limit").find_map(|value| {
            let lower = value.to_ascii_lowercase();
            let (digits, unit) = match (lower.strip_suffix("kb"), lower.strip_suffix("mb")) {
                (Some(digits), _) => (digits, 1024),
                (_, Some(digits)) => (digits, 1024 * 1024),
                _ => (lower.as_str(), 1),
            };
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain
                .then(|| digits.parse::<u64>().ok()?.checked_mul(unit))
                .flatten()
        });
        limit.unwrap_or(DEFAULT_FILE_SIZE)
    }

    /// The types that a file field takes: extensions with their dot, or media types such as `audio/*`.
    pub fn file_types(&self) -> Vec<String> {
        let mut types: Vec<String> = Vec::new();
        let written = self
            .all("filetypes")
            .flat_map(|value| value.split(['|', ',']));
        for one in written {
            let one = one.trim().to_ascii_lowercase();
            let one = match one.contains('/') {
                true => one,
                false => format!(".{}", one.trim_start_matches('.')),
            };
            if one.len() > 1 && !types.contains(&one) {
                types.push(one);
            }
        }
        if types.is_empty() {
            types = DEFAULT_FILE_TYPES.map(str::to_owned).to_vec();
        }
        types
    }

    /// Whether the first value is shown as a hint instead of being filled in.
    pub fn is_placeholder(&self) -> bool {
        self.has("placeholder") || self.has("watermark")
    }

    /// The values that are chosen at first: positions in `default:1_3`, counted from one.
    pub fn default_positions(&self) -> Vec<usize> {
        let positions = self.all("default").find_map(|value| {
            let positions: Result<Vec<usize>, _> = value.split('_').map(str::parse).collect();
            positions.ok()
        });
        positions.unwrap_or_default()
    }
}

/// Columns, rows and maximum length of a size option.
type Sized = (Option<u64>, Option<u64>, Option<u64>);

fn sized(option: &str) -> Option<Sized> {
    let known = |b: u8| b.is_ascii_digit() || matches!(b, b'x' | b'/');
    if !option.bytes().all(known) || !option.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let (area, maximum) = match option.split_once('/') {
        Some((area, maximum)) => (area, Some(maximum)),
        None => (option, None),
    };
    let (columns, rows) = area.split_once('x').unwrap_or((area, ""));
    let part = |text: &str| match text {
        "" => Some(None),
        text => text.parse::<u64>().ok().map(Some),
    };
    Some((part(columns)?, part(rows)?, part(maximum.unwrap_or(""))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag::tags;

    fn tag(inner: &str) -> FormTag {
        tags(&format!("[{inner}]")).remove(0)
    }

    #[test]
    fn the_first_usable_value_counts() {
        let tag = tag("text a minlength: minlength:x minlength:7 id:um id:dois class:c");
        assert_eq!(tag.whole("minlength"), Some(7));
        assert_eq!(tag.option("id"), Some("um"));
        assert_eq!(tag.all("id").collect::<Vec<_>>(), ["um", "dois"]);
        assert!(tag.has("class:c") && !tag.has("class"));
    }

    #[test]
    fn sizes_of_fields() {
        assert_eq!(tag("textarea a 40x10/200").size(), (Some(40), Some(10)));
        assert_eq!(tag("textarea a x5").size(), (None, Some(5)));
        assert_eq!(tag("text a 30").size(), (Some(30), None));
        assert_eq!(tag("text a size:12").size(), (Some(12), None));
        assert_eq!(tag("text a 3x4x5 x / //").size(), (None, None));
    }

    #[test]
    fn a_size_may_carry_the_maximum_length() {
        assert_eq!(tag("textarea a /20").maximum_length(), Some(20));
        assert_eq!(tag("text a 40/70").maximum_length(), Some(70));
        assert_eq!(tag("text a /20 maxlength:5").maximum_length(), Some(5));
        assert_eq!(tag("text a 40").maximum_length(), None);
    }

    #[test]
    fn limits_of_files() {
        assert_eq!(tag("file a").file_limit(), 1_048_576);
        assert_eq!(tag("file a limit:500").file_limit(), 500);
        assert_eq!(tag("file a limit:3KB").file_limit(), 3072);
        assert_eq!(tag("file a limit:2mb").file_limit(), 2_097_152);
        assert_eq!(
            tag("file a limit:99999999999999999999mb").file_limit(),
            1_048_576
        );
    }

    #[test]
    fn types_of_files() {
        assert_eq!(
            tag("file a").file_types(),
            ["audio/*", "video/*", "image/*"]
        );
        assert_eq!(
            tag("file a filetypes:PDF|.png|audio/*|png|").file_types(),
            [".pdf", ".png", "audio/*"]
        );
    }

    #[test]
    fn numbers_keep_their_digits() {
        let tag = tag("number a min:-1.50 max:1e3 step:x");
        assert_eq!(tag.number("min"), Some("-1.50"));
        assert_eq!(tag.number("max"), None);
        assert_eq!(tag.number("step"), None);
    }

    #[test]
    fn positions_of_defaults() {
        assert_eq!(tag("checkbox a default:1_3").default_positions(), [1, 3]);
        assert!(
            tag("checkbox a default:user_email")
                .default_positions()
                .is_empty()
        );
    }
}
