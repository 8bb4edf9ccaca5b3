//! Additional settings of a form: lines `name: value`.

use serde_json::{Map, Value, json};

/// The additional settings with the numbers of their lines, counted from zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    lines: Vec<(usize, String, String)>,
}

impl Settings {
    /// Reads the lines. A line that is no setting is skipped, also one that starts with a blank.
    pub fn parse(text: &str) -> Self {
        let read = |(number, line): (usize, &str)| {
            let (name, value) = line.split_once(':')?;
            let name = name.trim_end_matches([' ', '\t']);
            let fits = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            (fits && !name.is_empty()).then(|| (number, name.to_owned(), value.trim().to_owned()))
        };
        Self {
            lines: text.split('\n').enumerate().filter_map(read).collect(),
        }
    }

    /// The values of a name in their order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let of_name = move |(_, own, value): &'a (usize, String, String)| {
            (own == name).then_some(value.as_str())
        };
        self.lines.iter().filter_map(of_name)
    }

    /// Whether a name is set.
    pub fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// Whether a switch is on: `on`, `true` or `1` in one of its lines.
    pub fn is_on(&self, name: &str) -> bool {
        self.all(name)
            .any(|value| matches!(value, "on" | "true" | "1"))
    }

    /// Submissions are answered as sent, without a mail.
    pub fn demo_mode(&self) -> bool {
        self.is_on("demo_mode")
    }

    /// Submissions are taken without a mail.
    pub fn skip_mail(&self) -> bool {
        self.is_on("skip_mail")
    }

    /// Only signed-in users may submit.
    pub fn subscribers_only(&self) -> bool {
        self.is_on("subscribers_only")
    }

    /// Submissions are not kept.
    pub fn do_not_store(&self) -> bool {
        self.is_on("do_not_store")
    }

    /// A missing acceptance is an invalid field.
    pub fn acceptance_as_validation(&self) -> bool {
        self.is_on("acceptance_as_validation")
    }

    /// The member `settings`: a list of pairs, or a map by line number when a line before the last pair was skipped.
    pub fn shown(&self) -> Value {
        let pair = |name: &str, value: &str| match value {
            "on" | "true" => json!([name, true]),
            "off" | "false" => json!([name, false]),
            value => json!([name, value]),
        };
        let whole = self
            .lines
            .iter()
            .enumerate()
            .all(|(at, (line, _, _))| at == *line);
        if whole {
            let pairs = self.lines.iter().map(|(_, name, value)| pair(name, value));
            return Value::Array(pairs.collect());
        }
        let pairs = self
            .lines
            .iter()
            .map(|(line, name, value)| (line.to_string(), pair(name, value)));
        Value::Object(pairs.collect::<Map<String, Value>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_whole_lines_are_a_list() {
        let settings = Settings::parse("demo_mode: on\nskip_mail:false\nx: ON\ny:\nz: \"1\"\nx: 1");
        assert_eq!(
            settings.shown(),
            json!([
                ["demo_mode", true],
                ["skip_mail", false],
                ["x", "ON"],
                ["y", ""],
                ["z", "\"1\""],
                ["x", "1"]
            ])
        );
        assert_eq!(settings.all("x").collect::<Vec<_>>(), ["ON", "1"]);
    }

    #[test]
    fn skipped_lines_leave_gaps() {
        let settings = Settings::parse("a: 1\r\nb : off\n# c: 1\n d: 1\ne: true");
        assert_eq!(
            settings.shown().to_string(),
            r#"{"0":["a","1"],"1":["b",false],"4":["e",true]}"#
        );
        assert!(!settings.has("d"));
    }

    #[test]
    fn without_settings_the_list_is_empty() {
        assert_eq!(Settings::parse("").shown(), json!([]));
        assert_eq!(Settings::parse("só um texto").shown(), json!([]));
    }

    #[test]
    fn switches_are_on_for_three_words() {
        for (text, on) in [
            ("on", true),
            ("true", true),
            ("1", true),
            ("ON", false),
            ("yes", false),
            ("0", false),
        ] {
            let settings = Settings::parse(&format!("demo_mode: {text}"));
            assert_eq!(settings.demo_mode(), on, "{text}");
        }
        let all =
            "skip_mail: on\nsubscribers_only: 1\ndo_not_store: true\nacceptance_as_validation: on";
        let settings = Settings::parse(all);
        assert!(settings.skip_mail() && settings.subscribers_only() && settings.do_not_store());
        assert!(settings.acceptance_as_validation() && !settings.demo_mode());
    }
}
