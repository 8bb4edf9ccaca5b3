//! The author of a post in sentences for its client.

use crate::wording::single_line;

/// Name that stands for the agency's people. An installation that is not told another one gives it to its first
/// administrator.
const TEAM: &str = "A equipe";

/// The author of a post. One without a name, as the account was deleted, and one who is called `A equipe` are the team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Writer(Option<String>);

impl Writer {
    /// The author with this name, if it is known.
    pub fn new(name: Option<&str>) -> Self {
        let name = name.map(single_line);
        Self(name.filter(|name| !name.is_empty() && name != TEAM))
    }

    /// The name; none of the team.
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// At the beginning of a sentence.
    pub fn at_start(&self) -> &str {
        self.name().unwrap_or(TEAM)
    }

    /// Inside a sentence.
    pub fn inside(&self) -> &str {
        self.name().unwrap_or("a equipe")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_without_a_name_is_the_team() {
        for name in [None, Some(""), Some(" \n"), Some("A equipe")] {
            let writer = Writer::new(name);
            assert_eq!(writer.name(), None);
            assert_eq!(
                (writer.at_start(), writer.inside()),
                ("A equipe", "a equipe")
            );
        }
        let ana = Writer::new(Some(" Ana\nSouza"));
        assert_eq!(ana.name(), Some("Ana Souza"));
        assert_eq!((ana.at_start(), ana.inside()), ("Ana Souza", "Ana Souza"));
    }
}
