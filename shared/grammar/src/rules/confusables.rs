//! Words that are written or sound alike.

use super::{Check, Rule};
use crate::finding::Kind;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "tras-traz",
        kind: Kind::Grammar,
        message: "“Traz” é forma do verbo trazer; “trás” indica lugar posterior.",
        right: &["Ele traz boas notícias.", "Olhe para trás.", "O gato ficou por trás da porta."],
        wrong: &["Ele {trás|traz} boas notícias.", "O livro {trás|traz} novidades.", "Olhe para {traz|trás}."],
        check: Check::Patterns(&[
            ("!por|para|de|pra|pro|em|lá|ou|e|^ [ trás ]", "traz"),
            ("por|para|de|pra [ traz ]", "trás"),
        ]),
    },
];
