//! The checks. Each is a function of the facts; `catalogue` lists them with their weights and sources.

mod aeo;
pub(crate) mod catalogue;
mod geo;
mod places;
mod seo;
mod wording;

use step_budget::{Budget, Stopped};

use crate::facts::Facts;
use crate::outcome::{Check, Place, Status};
use catalogue::Rule;

/// Most places that a check reports.
const MAXIMUM_PLACES: usize = 20;

/// What a check found.
pub(crate) struct Verdict {
    status: Status,
    message: String,
    places: Vec<Place>,
}

impl Verdict {
    /// Good, with the message of a good result.
    fn good(message: impl Into<String>) -> Self {
        let message: String = message.into();
        Self {
            status: Status::Good,
            message: format!("{message} Nada a mudar."),
            places: Vec::new(),
        }
    }

    /// Ok or bad, with what to do.
    fn not_good(is_ok: bool, message: impl Into<String>) -> Self {
        Self {
            status: if is_ok { Status::Ok } else { Status::Bad },
            message: message.into(),
            places: Vec::new(),
        }
    }

    /// Good, ok or bad with one message for the good result and one for the others.
    fn graded(
        is_good: bool,
        is_ok: bool,
        good: impl Into<String>,
        other: impl Into<String>,
    ) -> Self {
        if is_good {
            Self::good(good)
        } else {
            Self::not_good(is_ok, other)
        }
    }

    /// The check does not apply.
    fn not_applicable() -> Self {
        Self {
            status: Status::Na,
            message: "Não se aplica a este texto.".to_owned(),
            places: Vec::new(),
        }
    }

    /// Adds places.
    fn at(mut self, places: impl IntoIterator<Item = Place>) -> Self {
        self.places.extend(places.into_iter().take(MAXIMUM_PLACES));
        self
    }
}

/// Runs checks in their order.
///
/// # Errors
/// [`Stopped`] between two of them.
pub(crate) fn run(
    rules: &[Rule],
    facts: &Facts<'_>,
    budget: &Budget,
) -> Result<Vec<Check>, Stopped> {
    rules
        .iter()
        .map(|rule| {
            budget.spend(facts.article.body.len() as u64)?;
            let verdict = if rule.needs_keyword && facts.keyword.is_none() {
                Verdict::not_good(false, "Falta a palavra-chave de foco. Preencha esse campo.")
                    .at([places::field("focus_keyword", 0)])
            } else {
                (rule.run)(facts)
            };
            Ok(Check {
                id: rule.id,
                status: verdict.status,
                weight: rule.weight,
                gain: 0,
                message: verdict.message,
                places: verdict.places,
            })
        })
        .collect()
}
