//! The tables of expected outcomes; `README.md` explains their form.

use std::collections::HashMap;

use crate::support::Who;

/// The expected outcome of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// The situation cannot occur for this caller.
    Nothing,
    Status(u16),
    Refused(u16, String),
    /// A list that shows these of the two requested items: the caller's own, another's.
    Shows {
        own: bool,
        other: bool,
    },
}

/// One request in one situation, with the expected outcome for each of [`Who::ALL`].
pub struct Row {
    pub situation: String,
    pub cells: Vec<Expected>,
}

pub struct Block {
    pub title: String,
    pub request: String,
    pub rows: Vec<Row>,
}

impl Block {
    /// Parses the blocks of a table.
    pub fn all(table: &str) -> Vec<Self> {
        let lines: Vec<&str> = table
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        let blocks = lines.split(|line| line.trim().is_empty());
        blocks
            .filter(|block| !block.is_empty())
            .map(Self::read)
            .collect()
    }

    fn read(lines: &[&str]) -> Self {
        let title = lines[0].strip_prefix("== ").unwrap();
        let mut rest = &lines[2..];
        let mut codes = HashMap::new();
        if let Some(named) = rest.first().and_then(|line| line.strip_prefix("refused: ")) {
            rest = &rest[1..];
            for code in named.split_whitespace() {
                let (letter, code) = code.split_once('=').unwrap_or(("", code));
                codes.insert(letter, code);
            }
        }
        let rows = rest.iter().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (situation, cells) = words.split_at(words.len() - Who::ALL.len());
            Row {
                situation: situation.join(" "),
                cells: cells.iter().map(|cell| expected(cell, &codes)).collect(),
            }
        });
        Self {
            title: title.to_owned(),
            request: lines[1].to_owned(),
            rows: rows.collect(),
        }
    }

    /// The subject of the block's requests, as in their paths.
    pub fn subject(&self) -> &str {
        self.title.split(':').next().unwrap()
    }

    pub fn action(&self) -> &str {
        self.title.split(": ").nth(1).unwrap()
    }
}

fn expected(cell: &str, codes: &HashMap<&str, &str>) -> Expected {
    let shows = |own, other| Expected::Shows { own, other };
    match cell {
        "-" => return Expected::Nothing,
        "both" => return shows(true, true),
        "own" => return shows(true, false),
        "other" => return shows(false, true),
        "none" => return shows(false, false),
        _ => {}
    }
    let (status, letter) = cell.split_at(3);
    let status = status.parse().unwrap();
    if status < 400 {
        return Expected::Status(status);
    }
    let code = codes.get(letter).unwrap();
    Expected::Refused(status, (*code).to_owned())
}
