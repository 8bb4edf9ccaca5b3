//! Names and descriptions of block types, by the name of the type without its namespace.

/// One line per type: name, title and description in Portuguese, title and description in English.
const NAMES: &str = include_str!("../data/names.txt");

/// A title and a description in Portuguese and in English.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names {
    pub title_pt: &'static str,
    pub description_pt: &'static str,
    pub title_en: &'static str,
    pub description_en: &'static str,
}

/// The names of a type; `None` for an unknown one.
pub fn of(bare_name: &str) -> Option<Names> {
    NAMES.lines().find_map(|line| {
        let mut parts = line.split('|');
        (parts.next() == Some(bare_name)).then_some(())?;
        Some(Names {
            title_pt: parts.next()?,
            description_pt: parts.next()?,
            title_en: parts.next()?,
            description_en: parts.next()?,
        })
    })
}
