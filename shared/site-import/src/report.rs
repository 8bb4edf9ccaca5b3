//! Result of an import, and its text form.

mod states;

use std::collections::BTreeMap;
use std::fmt;

use site_store::{ImportConflict, ImportOutcome, ImportRecord};

use crate::map::MapError;
pub use states::States;

/// Number of a route's items by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Newly imported.
    pub added: u64,
    /// Updated.
    pub renewed: u64,
    /// Unchanged.
    pub unchanged: u64,
    /// Not imported.
    pub left_out: u64,
}

/// Item, or part of an item, that was not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Route below the namespace, for example `posts`.
    pub route: String,
    /// Identifier; `None` for a whole route or page.
    pub id: Option<u64>,
    /// Cause.
    pub cause: Cause,
}

/// Why something was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The host's response does not match the interface.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A record of the site occupies its place.
    #[error(transparent)]
    Conflict(#[from] ImportConflict),
    /// Any other cause, as text.
    #[error("{0}")]
    Other(String),
}

impl From<String> for Cause {
    fn from(words: String) -> Self {
        Self::Other(words)
    }
}

impl From<&str> for Cause {
    fn from(words: &str) -> Self {
        Self::Other(words.to_owned())
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id {
            Some(id) => write!(f, "{}/{id}: {}", self.route, self.cause),
            None => write!(f, "{}: {}", self.route, self.cause),
        }
    }
}

/// Result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Counts by route, in the order in which the routes were read.
    pub routes: Vec<(String, Counts)>,
    /// Everything that was not imported.
    pub left_out: Vec<LeftOut>,
    /// Items stored under another slug because theirs is taken here: route, identifier and new slug.
    pub renamed: Vec<(String, u64, String)>,
    /// States of the imported items, by route.
    pub states: Vec<(String, States)>,
    /// Hints that deserve attention although nothing is missing.
    pub hints: Vec<String>,
}

impl Report {
    /// Whether everything was imported.
    pub fn is_complete(&self) -> bool {
        self.left_out.is_empty()
    }

    /// Counts of a route.
    pub fn counts(&self, route: &str) -> Counts {
        let found = self.routes.iter().find(|(name, _)| name == route);
        found.map(|(_, counts)| *counts).unwrap_or_default()
    }

    fn tally(&mut self, route: &str, add: impl FnOnce(&mut Counts)) {
        if let Some((_, counts)) = self.routes.iter_mut().find(|(name, _)| name == route) {
            return add(counts);
        }
        let mut counts = Counts::default();
        add(&mut counts);
        self.routes.push((route.to_owned(), counts));
    }

    pub(crate) fn leave_out(&mut self, route: &str, id: Option<u64>, cause: impl Into<Cause>) {
        self.tally(route, |counts| counts.left_out += u64::from(id.is_some()));
        self.left_out.push(LeftOut {
            route: route.to_owned(),
            // The settings have no identifier; their record uses 0.
            id: id.filter(|id| *id > 0),
            cause: cause.into(),
        });
    }

    /// Adds a part of an item that is imported otherwise.
    pub(crate) fn leave_out_part(&mut self, route: &str, id: u64, cause: impl Into<Cause>) {
        self.left_out.push(LeftOut {
            route: route.to_owned(),
            id: Some(id),
            cause: cause.into(),
        });
    }

    pub(crate) fn count(&mut self, route: &str, record: &ImportRecord, outcome: ImportOutcome) {
        let id = record.id();
        let is_here = !matches!(
            outcome,
            ImportOutcome::DeletedHere | ImportOutcome::Conflict(_)
        );
        if is_here {
            self.count_state(route, record);
        }
        let renamed = match outcome {
            ImportOutcome::Added { renamed } => {
                self.tally(route, |counts| counts.added += 1);
                renamed
            }
            ImportOutcome::Renewed { renamed } => {
                self.tally(route, |counts| counts.renewed += 1);
                renamed
            }
            ImportOutcome::Unchanged => {
                self.tally(route, |counts| counts.unchanged += 1);
                None
            }
            ImportOutcome::ChangedHere => {
                let cause = "changed there and here since it was copied; it stays as it is here";
                self.leave_out(route, Some(id), cause);
                None
            }
            ImportOutcome::DeletedHere => {
                let cause = "changed there since it was copied, and was deleted here";
                self.leave_out(route, Some(id), cause);
                None
            }
            ImportOutcome::Conflict(conflict) => {
                self.leave_out(route, Some(id), conflict);
                None
            }
        };
        if let Some(slug) = renamed {
            self.renamed.push((route.to_owned(), id, slug));
        }
    }

    fn count_state(&mut self, route: &str, record: &ImportRecord) {
        if let Some((_, states)) = self.states.iter_mut().find(|(name, _)| name == route) {
            return states.count(record);
        }
        let mut states = States::default();
        states.count(record);
        self.states.push((route.to_owned(), states));
    }

    /// Lines of the report for the terminal.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{:<20}{:>9}{:>9}{:>11}{:>10}",
            "", "new", "renewed", "unchanged", "left out"
        )];
        for (route, counts) in &self.routes {
            lines.push(format!(
                "{route:<20}{:>9}{:>9}{:>11}{:>10}",
                counts.added, counts.renewed, counts.unchanged, counts.left_out
            ));
        }
        let with_states = self.states.iter().filter(|(_, states)| !states.is_empty());
        lines.extend(with_states.map(|(route, states)| format!("{route}: {}", states.in_words())));
        if !self.renamed.is_empty() {
            lines.push("Kept under another slug, as the own one is taken here:".to_owned());
            for (route, id, slug) in &self.renamed {
                lines.push(format!("  {route}/{id}: {slug}"));
            }
        }
        if !self.left_out.is_empty() {
            lines.push("Left out:".to_owned());
            lines.extend(self.grouped());
        }
        lines.extend(self.hints.iter().cloned());
        // Texts of the host must not contain terminal control sequences.
        for line in &mut lines {
            line.retain(|character| !character.is_control());
        }
        lines
    }

    /// Lines of the omitted items, grouped by route and cause.
    fn grouped(&self) -> Vec<String> {
        let mut groups: BTreeMap<(&str, String), Vec<u64>> = BTreeMap::new();
        for one in &self.left_out {
            let group = (one.route.as_str(), one.cause.to_string());
            let ids = groups.entry(group).or_default();
            ids.extend(one.id);
        }
        groups
            .into_iter()
            .map(|((route, cause), ids)| match ids.as_slice() {
                [] => format!("  {route}: {cause}"),
                [id] => format!("  {route}/{id}: {cause}"),
                ids => {
                    let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
                    format!("  {route} {}: {cause}", ids.join(", "))
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::site::Taxonomy;
    use site_store::Term;

    use super::*;

    fn term(id: u64) -> ImportRecord {
        ImportRecord::Term(Term {
            id,
            taxonomy: Taxonomy::Category,
            name: String::new(),
            slug: String::new(),
            description: String::new(),
            parent: 0,
            meta: BTreeMap::new(),
        })
    }

    #[test]
    fn items_of_one_cause_stand_on_one_line() {
        let mut report = Report::default();
        report.leave_out("posts", Some(3), "the host failed");
        report.leave_out("posts", Some(9), "the host failed");
        report.leave_out("posts", Some(11), MapError::Missing("slug"));
        report.leave_out("media", None, "not for this \u{1b}[2Juser");
        let added = ImportOutcome::Added { renamed: None };
        report.count("tags", &term(1), added);
        let lines = report.lines().join("\n");
        assert!(lines.contains("  posts 3, 9: the host failed"), "{lines}");
        assert!(
            lines.contains("  posts/11: the member slug is missing"),
            "{lines}"
        );
        assert!(lines.contains("  media: not for this [2Juser"), "{lines}");
        assert_eq!(report.counts("posts").left_out, 3);
        assert_eq!(report.counts("tags").added, 1);
        assert!(!report.is_complete());
    }

    #[test]
    fn kinds_without_states_are_listed_by_their_numbers_alone() {
        let mut report = Report::default();
        let settings = ImportRecord::Settings(Box::default());
        for (route, record) in [("tags", term(1)), ("settings", settings)] {
            report.count(route, &record, ImportOutcome::Unchanged);
        }
        assert_eq!(report.lines().len(), 3, "{:?}", report.lines());
    }
}
