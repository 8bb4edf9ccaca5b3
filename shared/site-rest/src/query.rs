//! Query strings and form bodies in the syntax of deployed systems: `a[]=1`, `a[k][]=2`. A comma-separated text stays
//! text here; the parameter's schema decides whether it is a list.

use std::borrow::Cow;

use indexmap::IndexMap;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Map, Value};

/// Characters that form encoding leaves unescaped; a blank becomes `+`.
const FORM: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// Limits of a query or form.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Length in bytes.
    pub length: usize,
    /// Number of name-value pairs.
    pub pairs: usize,
    /// Number of brackets after a name.
    pub depth: usize,
    /// Bytes of a name with its brackets.
    pub name: usize,
}

impl Limits {
    /// Limits of a query string (docs/interface/site/requests.md#limits).
    pub const QUERY: Self = Self {
        length: 8 * 1024,
        pairs: 1000,
        depth: 16,
        name: 1000,
    };
    /// Limits of a form body; its length is limited where bodies are read.
    pub const FORM: Self = Self {
        length: usize::MAX,
        pairs: 1000,
        depth: 16,
        name: 1000,
    };
}

/// The exceeded limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// More bytes than allowed.
    #[error("the query is too long")]
    TooLong,
    /// More pairs than allowed.
    #[error("the query has too many parameters")]
    TooMany,
    /// More brackets than allowed.
    #[error("the query is nested too deeply")]
    TooDeep,
    /// A name with more bytes than allowed.
    #[error("a name of the query is too long")]
    NameTooLong,
}

/// Parses a query string.
///
/// # Errors
/// [`QueryError`] when a limit is exceeded. Malformed parts are read as text.
pub fn parse(query: &str, limits: Limits) -> Result<Map<String, Value>, QueryError> {
    if query.len() > limits.length {
        return Err(QueryError::TooLong);
    }
    let mut fields = Fields::new(limits);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        fields.add(&decode(name), decode(value).into_owned())?;
    }
    Ok(fields.finish())
}

/// Whether JSON values are no more than `left`, which is reduced by their number, and nested at most `depth` deep.
pub(crate) fn fits<'a>(
    values: impl IntoIterator<Item = &'a Value>,
    depth: usize,
    left: &mut usize,
) -> bool {
    values.into_iter().all(|value| {
        let below = depth.checked_sub(1);
        match value {
            Value::Array(list) => below.is_some_and(|depth| fits(list, depth, left)),
            Value::Object(map) => below.is_some_and(|depth| fits(map.values(), depth, left)),
            _ => match left.checked_sub(1) {
                Some(fewer) => {
                    *left = fewer;
                    true
                }
                None => false,
            },
        }
    })
}

/// Collects named values one by one, for multipart forms.
#[derive(Debug)]
pub struct Fields {
    root: Branch,
    limits: Limits,
    seen: usize,
}

impl Fields {
    /// No values, with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            root: Branch::default(),
            limits,
            seen: 0,
        }
    }

    /// Adds a value under a name with brackets.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub fn add(&mut self, name: &str, value: String) -> Result<(), QueryError> {
        self.count(name)?;
        let Some((base, steps)) = split_name(name) else {
            return Ok(());
        };
        if steps.len() > self.limits.depth {
            return Err(QueryError::TooDeep);
        }
        self.root.insert(&base, &steps, value);
        Ok(())
    }

    /// Counts a pair of this name, whose value is kept elsewhere.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub fn count(&mut self, name: &str) -> Result<(), QueryError> {
        self.seen += 1;
        if self.seen > self.limits.pairs {
            return Err(QueryError::TooMany);
        }
        if name.len() > self.limits.name {
            return Err(QueryError::NameTooLong);
        }
        Ok(())
    }

    /// The collected values.
    pub fn finish(self) -> Map<String, Value> {
        self.root.into_map()
    }
}

/// Decodes `+` and percent-encoding; invalid UTF-8 is replaced.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains(['+', '%']) {
        return Cow::Borrowed(text);
    }
    let spaced = text.replace('+', " ");
    Cow::Owned(percent_decode_str(&spaced).decode_utf8_lossy().into_owned())
}

/// Splits `a[b][]` into `a` and the steps `b` and "next". `None` without a name.
fn split_name(name: &str) -> Option<(String, Vec<&str>)> {
    let name = name.trim_start_matches(' ');
    if name.starts_with('[') {
        return None;
    }
    let open = name
        .find('[')
        .filter(|&at| name.get(at..).is_some_and(|rest| rest.contains(']')));
    let (base, mut rest) = match open {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    let plain = base.replace([' ', '.', '['], "_");
    if plain.is_empty() {
        return None;
    }
    let mut steps = Vec::new();
    while let Some((step, after)) = rest
        .strip_prefix('[')
        .and_then(|inner| inner.split_once(']'))
    {
        steps.push(step);
        rest = after;
    }
    Some((plain, steps))
}

#[derive(Debug)]
enum Node {
    Text(String),
    Branch(Branch),
}

/// Named values in the order of their first occurrence; numeric names are positions.
#[derive(Debug, Default)]
struct Branch {
    entries: IndexMap<String, Node>,
    next: u64,
}

impl Branch {
    fn insert(&mut self, name: &str, steps: &[&str], value: String) {
        let name = if name.is_empty() {
            self.next.to_string()
        } else {
            name.to_owned()
        };
        if let Ok(position) = name.parse::<u64>() {
            self.next = self.next.max(position.saturating_add(1));
        }
        match steps.split_first() {
            None => {
                self.entries.insert(name, Node::Text(value));
            }
            Some((step, rest)) => {
                let entry = self
                    .entries
                    .entry(name)
                    .or_insert_with(|| Node::Branch(Self::default()));
                if matches!(entry, Node::Text(_)) {
                    *entry = Node::Branch(Self::default());
                }
                if let Node::Branch(branch) = entry {
                    branch.insert(step, rest, value);
                }
            }
        }
    }

    fn into_map(self) -> Map<String, Value> {
        self.entries
            .into_iter()
            .map(|(name, node)| (name, node.into_value()))
            .collect()
    }
}

impl Node {
    /// Positions from 0 without a gap make a list, anything else a map.
    fn into_value(self) -> Value {
        match self {
            Self::Text(text) => Value::String(text),
            Self::Branch(branch) => {
                let is_list = branch
                    .entries
                    .keys()
                    .enumerate()
                    .all(|(at, name)| *name == at.to_string());
                if is_list {
                    branch.entries.into_values().map(Self::into_value).collect()
                } else {
                    Value::Object(branch.into_map())
                }
            }
        }
    }
}

/// Removes the pair `name=…` from a raw query string, whatever the encoding of the name.
pub fn without(query: &str, name: &str) -> String {
    query
        .split('&')
        .filter(|pair| {
            !pair.is_empty() && decode(pair.split_once('=').map_or(*pair, |(name, _)| name)) != name
        })
        .collect::<Vec<_>>()
        .join("&")
}

/// Writes values as a query string in the canonical form of paging links: lists and maps with keys in brackets, true
/// as `1`, false and empty text as a bare name. Null is omitted.
pub fn written<'a>(values: impl IntoIterator<Item = (&'a str, &'a Value)>) -> String {
    let mut pairs = Vec::new();
    for (name, value) in values {
        write(&encoded(name), value, &mut pairs);
    }
    pairs.join("&")
}

fn write(name: &str, value: &Value, pairs: &mut Vec<String>) {
    let below = |place: &str| format!("{name}%5B{}%5D", encoded(place));
    match value {
        Value::Null => {}
        Value::Bool(false) => pairs.push(name.to_owned()),
        Value::Bool(true) => pairs.push(format!("{name}=1")),
        Value::Number(number) => pairs.push(format!("{name}={number}")),
        Value::String(text) if text.is_empty() => pairs.push(name.to_owned()),
        Value::String(text) => pairs.push(format!("{name}={}", encoded(text))),
        Value::Array(list) => {
            for (at, element) in list.iter().enumerate() {
                write(&below(&at.to_string()), element, pairs);
            }
        }
        Value::Object(map) => {
            for (member, element) in map {
                write(&below(member), element, pairs);
            }
        }
    }
}

/// Form-encodes text: letters, digits, `-`, `_` and `.` unchanged, a blank as `+`.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, FORM)
        .to_string()
        .replace("%20", "+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(query: &str) -> Value {
        Value::Object(parse(query, Limits::QUERY).unwrap())
    }

    #[test]
    fn the_dialect() {
        assert_eq!(read("a=1&b=x+y%21"), json!({"a": "1", "b": "x y!"}));
        assert_eq!(read("a[]=1&a[]=2"), json!({"a": ["1", "2"]}));
        assert_eq!(read("a[0]=1&a[1]=2"), json!({"a": ["1", "2"]}));
        assert_eq!(read("a%5B%5D=1"), json!({"a": ["1"]}));
        assert_eq!(read("a[5]=x&a[]=y"), json!({"a": {"5": "x", "6": "y"}}));
        assert_eq!(
            read("categories[terms][]=3&categories[operator]=AND"),
            json!({"categories": {"terms": ["3"], "operator": "AND"}})
        );
        assert_eq!(read("a=1,2"), json!({"a": "1,2"}));
        assert_eq!(read("_embed"), json!({"_embed": ""}));
        assert_eq!(read("a=1&a=2"), json!({"a": "2"}));
        assert_eq!(read("a=1&a[]=2"), json!({"a": ["2"]}));
        assert_eq!(read("a.b=1&c d=2"), json!({"a_b": "1", "c_d": "2"}));
        assert_eq!(read("a[b=1"), json!({"a_b": "1"}));
        assert_eq!(read("a[b]c=1"), json!({"a": {"b": "1"}}));
        assert_eq!(read("=1&&[]=2"), json!({}));
    }

    #[test]
    fn limits() {
        assert_eq!(
            parse(&"a".repeat(9000), Limits::QUERY),
            Err(QueryError::TooLong)
        );
        assert_eq!(
            parse(&format!("a{}=1", "[]".repeat(17)), Limits::QUERY),
            Err(QueryError::TooDeep)
        );
        assert_eq!(
            parse(&"a&".repeat(1001), Limits::QUERY),
            Err(QueryError::TooMany)
        );
        let name = "n".repeat(Limits::QUERY.name);
        assert!(parse(&format!("{name}=1"), Limits::QUERY).is_ok());
        assert_eq!(
            parse(&format!("{name}n=1"), Limits::FORM),
            Err(QueryError::NameTooLong)
        );
        let mut fields = Fields::new(Limits::FORM);
        for _ in 0..Limits::FORM.pairs {
            fields.count("arquivo").unwrap();
        }
        assert_eq!(fields.count("arquivo"), Err(QueryError::TooMany));
    }

    #[test]
    fn raw_pairs_are_replaced_in_place() {
        let values = json!({"a": [1, "é b"], "t": true, "f": false, "m": {"x": ["*~"]}, "n": null});
        let values = values.as_object().unwrap().iter();
        assert_eq!(
            written(values.map(|(name, value)| (name.as_str(), value))),
            "a%5B0%5D=1&a%5B1%5D=%C3%A9+b&t=1&f&m%5Bx%5D%5B0%5D=%2A%7E"
        );
        assert_eq!(without("rest_route=%2Fcore&a=1", "rest_route"), "a=1");
    }

    proptest! {
        #[test]
        fn nothing_panics(query in "[ -~é]{0,80}") {
            let _ = parse(&query, Limits::QUERY);
        }

        #[test]
        fn brackets_panic_never(query in "[ab\\[\\]=&0-9.%+]{0,60}") {
            let _ = parse(&query, Limits::QUERY);
        }

        #[test]
        fn lists_survive(values in prop::collection::vec("[a-z0-9 &=+%é]{0,6}", 1..8)) {
            let query: Vec<String> = values
                .iter()
                .map(|value| format!("v[]={}", percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC)))
                .collect();
            let read = parse(&query.join("&"), Limits::QUERY).unwrap();
            prop_assert_eq!(read.get("v"), Some(&json!(values)));
        }
    }
}
