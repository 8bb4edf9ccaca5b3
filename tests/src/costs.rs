//! Costs of operations as a text file: one line per operation, with figures that may only decrease.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The figures of a line, in order.
const FIGURES: [&str; 8] = [
    "reads", "r.units", "writes", "w.units", "blobs", "messages", "mails", "calls",
];

/// The cost of one operation when it succeeds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cost {
    /// Number of reading store operations.
    pub reads: f64,
    /// Read capacity units, as the store counts them.
    pub read_units: f64,
    /// Number of writing store operations; a transaction counts as one.
    pub writes: f64,
    /// Write capacity units.
    pub write_units: f64,
    /// Number of blob operations.
    pub blobs: f64,
    /// Number of queue messages.
    pub messages: f64,
    /// Number of mails.
    pub mails: f64,
    /// Number of calls to a host.
    pub calls: f64,
}

impl Cost {
    const fn figures(&self) -> [f64; 8] {
        [
            self.reads,
            self.read_units,
            self.writes,
            self.write_units,
            self.blobs,
            self.messages,
            self.mails,
            self.calls,
        ]
    }

    fn read(text: &str) -> Option<Self> {
        let figures: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
        let [
            reads,
            read_units,
            writes,
            write_units,
            blobs,
            messages,
            mails,
            calls,
        ] = figures.ok()?[..]
        else {
            return None;
        };
        Some(Self {
            reads,
            read_units,
            writes,
            write_units,
            blobs,
            messages,
            mails,
            calls,
        })
    }
}

/// Costs by name of the operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Costs(pub BTreeMap<String, Cost>);

/// Differences between measured and recorded costs.
#[derive(Debug, Default, PartialEq)]
pub struct Differences {
    /// Figures above the file, operations missing in it, and lines without an operation.
    pub complaints: Vec<String>,
    /// Figures below the file.
    pub savings: Vec<String>,
}

impl Costs {
    /// Parses the text of a cost file.
    ///
    /// # Panics
    /// When a line is malformed.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let costs = lines.map(|line| {
            let cost = line
                .split_once('|')
                .and_then(|(name, figures)| Some((name.trim().to_owned(), Cost::read(figures)?)));
            cost.unwrap_or_else(|| panic!("not a line of costs: {line}"))
        });
        Self(costs.collect())
    }

    /// The text of the cost file.
    pub fn text(&self) -> String {
        let width = self.0.keys().map(|name| name.chars().count()).max();
        let width = width.unwrap_or_default();
        let mut text = String::from(
            "# What an operation costs when it succeeds; figures may only go down. Renewed by\n# UPDATE_COSTS=1 cargo test -p pauta-tests --test cost\n",
        );
        write!(text, "#{:width$}|", "", width = width).unwrap();
        for name in FIGURES {
            write!(text, " {name:>8}").unwrap();
        }
        text.push('\n');
        for (name, cost) in &self.0 {
            write!(text, "{name:width$} |").unwrap();
            for figure in cost.figures() {
                write!(text, " {figure:>8}").unwrap();
            }
            text.push('\n');
        }
        text
    }

    /// Compares measured costs with recorded ones.
    pub fn against(&self, recorded: &Self) -> Differences {
        let mut differences = Differences::default();
        for (name, cost) in &self.0 {
            let Some(before) = recorded.0.get(name) else {
                let complaint = format!("{name}: not in the file");
                differences.complaints.push(complaint);
                continue;
            };
            let pairs = before.figures().into_iter().zip(cost.figures());
            for (figure, (before, now)) in FIGURES.into_iter().zip(pairs) {
                let change = format!("{name}: {figure} {before} → {now}");
                if now > before {
                    differences.complaints.push(change);
                } else if now < before {
                    differences.savings.push(change);
                }
            }
        }
        let gone = recorded.0.keys().filter(|name| !self.0.contains_key(*name));
        let gone =
            gone.map(|name| format!("{name}: in the file, but no such operation was measured"));
        differences.complaints.extend(gone);
        differences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(lines: &[(&str, f64, f64)]) -> Costs {
        let cost = |reads, write_units| Cost {
            reads,
            write_units,
            ..Cost::default()
        };
        let lines = lines.iter();
        Costs(
            lines
                .map(|(name, reads, units)| ((*name).to_owned(), cost(*reads, *units)))
                .collect(),
        )
    }

    #[test]
    fn recorded_costs_are_read_back() {
        let costs = costs(&[("GET /a", 1.0, 0.5), ("POST /a/{id}", 12.0, 30.0)]);
        assert_eq!(Costs::parse(&costs.text()), costs);
    }

    #[test]
    fn higher_new_and_missing_figures_fail_and_lower_ones_are_reported() {
        let recorded = costs(&[("a", 2.0, 2.0), ("gone", 1.0, 1.0)]);
        let found = costs(&[("a", 3.0, 1.5), ("new", 1.0, 1.0)]).against(&recorded);
        assert_eq!(
            found.complaints,
            [
                "a: reads 2 → 3",
                "new: not in the file",
                "gone: in the file, but no such operation was measured"
            ]
        );
        assert_eq!(found.savings, ["a: w.units 2 → 1.5"]);
        assert_eq!(recorded.against(&recorded), Differences::default());
    }
}
