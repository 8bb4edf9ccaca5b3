//! Titles and descriptions made from templates with variables, such as `%%title%% %%sep%% %%sitename%%`.

pub mod defaults;
mod variables;

pub use variables::{Values, Variable};

use std::collections::{BTreeMap, BTreeSet};

use crate::text::folded;

/// Most characters of a filled template.
const LIMIT: usize = 2_000;

/// Fills `template` with `values`. An unknown variable is removed. A separator is removed at the ends of the text and after
/// another one, so that an empty value leaves no gap. The result is plain text with single spaces.
///
/// Values are written as they are: a `%%name%%` inside a value is not filled again.
pub fn fill(template: &str, values: &Values) -> String {
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("%%") {
        parts.push(Part::Text(before));
        let named = behind
            .split_once("%%")
            .filter(|(name, _)| !name.is_empty() && name.chars().all(is_name));
        let Some((name, after)) = named else {
            parts.push(Part::Text("%%"));
            rest = behind;
            continue;
        };
        match Variable::parse(name) {
            Some(Variable::Separator) => parts.push(Part::Separator),
            Some(variable) => parts.push(Part::Value(variable)),
            None => {}
        }
        rest = after;
    }
    parts.push(Part::Text(rest));
    // A template can name a long value any number of times: each is read once.
    let named: BTreeSet<&Variable> = parts.iter().filter_map(Part::variable).collect();
    let named = named.into_iter().map(|one| (one, spaced(values.get(one))));
    let joined = joined(&parts, &named.collect(), values.separator());
    crate::text::truncated(&folded(&joined), LIMIT)
}

enum Part<'a> {
    Text(&'a str),
    Value(Variable),
    Separator,
}

impl Part<'_> {
    const fn variable(&self) -> Option<&Variable> {
        match self {
            Self::Value(variable) => Some(variable),
            Self::Text(_) | Self::Separator => None,
        }
    }
}

/// `value` with runs of whitespace replaced by one space, at its ends too.
fn spaced(value: &str) -> String {
    let space = |is_blank: bool| if is_blank { " " } else { "" };
    let folded = folded(value);
    if folded.is_empty() {
        return space(!value.is_empty()).to_owned();
    }
    let begin = space(value.starts_with(char::is_whitespace));
    let end = space(value.ends_with(char::is_whitespace));
    format!("{begin}{folded}{end}")
}

const fn is_name(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '_' | '-')
}

/// The parts with the values that they name, up to [`LIMIT`] characters without blanks.
fn joined(parts: &[Part<'_>], named: &BTreeMap<&Variable, String>, separator: &str) -> String {
    let mut text = String::new();
    let mut pending = false;
    let mut shown = 0;
    for part in parts {
        if shown > LIMIT {
            break;
        }
        let one = match part {
            Part::Separator => {
                pending = shown > 0;
                continue;
            }
            Part::Text(one) => one,
            Part::Value(variable) => named.get(variable).map_or("", String::as_str),
        };
        if one.trim().is_empty() {
            text.push_str(one);
            continue;
        }
        if pending {
            text.push(' ');
            text.push_str(separator);
            text.push(' ');
        }
        pending = false;
        text.push_str(one);
        shown += one.split_whitespace().flat_map(str::chars).count();
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values() -> Values {
        Values::new("-")
            .with(Variable::Title, "Pão de queijo")
            .with(Variable::SiteName, "Padaria Sol")
            .with(Variable::Page, "")
    }

    #[test]
    fn variables_are_filled() {
        assert_eq!(
            fill("%%title%% %%page%% %%sep%% %%sitename%%", &values()),
            "Pão de queijo - Padaria Sol"
        );
    }

    #[test]
    fn an_empty_value_leaves_no_separator() {
        assert_eq!(
            fill("%%sitename%% %%sep%% %%page%%", &values()),
            "Padaria Sol"
        );
        assert_eq!(
            fill("%%page%% %%sep%% %%sitename%%", &values()),
            "Padaria Sol"
        );
        assert_eq!(
            fill("%%title%% %%sep%% %%page%% %%sep%% %%sitename%%", &values()),
            "Pão de queijo - Padaria Sol"
        );
    }

    #[test]
    fn unknown_variables_are_removed_and_other_percent_signs_stay() {
        assert_eq!(fill("a %%nenhuma%% b", &values()), "a b");
        assert_eq!(fill("100%% de %title%", &values()), "100%% de %title%");
        assert_eq!(
            fill("50%% ou %%title%%", &values()),
            "50%% ou Pão de queijo"
        );
        assert_eq!(fill("%%", &values()), "%%");
        assert_eq!(fill("", &values()), "");
    }

    #[test]
    fn a_value_is_not_filled_again() {
        let values = Values::new("-")
            .with(Variable::Title, "%%sitename%%")
            .with(Variable::SiteName, "x");
        assert_eq!(fill("%%title%%", &values), "%%sitename%%");
    }

    #[test]
    fn variables_are_named_without_case() {
        assert_eq!(fill("%%SiteName%%", &values()), "Padaria Sol");
    }

    #[test]
    fn custom_fields_have_variables() {
        let values = Values::new("-").with(Variable::Field("preco".to_owned()), "10");
        assert_eq!(fill("R$ %%cf_preco%%", &values), "R$ 10");
        assert_eq!(fill("R$ %%cf_outro%%", &values), "R$");
    }

    proptest! {
        #[test]
        fn any_template_gives_folded_text(
            template in "(\\PC|%%|%%title%%|%%sep%%|%%x%%| ){0,40}",
            title in "(\\PC|%%|%%title%%){0,20}",
        ) {
            let values = Values::new("|").with(Variable::Title, title);
            let text = fill(&template, &values);
            prop_assert!(!text.contains("  "));
            prop_assert_eq!(text.trim(), text.as_str());
            prop_assert!(text.chars().count() <= LIMIT);
        }

        #[test]
        fn text_without_variables_is_only_folded(template in "[a-z ,.<>\"]{0,40}") {
            prop_assert_eq!(fill(&template, &Values::new("-")), folded(&template));
        }

        #[test]
        fn a_value_appears_as_it_is(title in "[a-zA-Z0-9<>\"'&]{1,20}") {
            let values = Values::new("-").with(Variable::Title, title.clone());
            prop_assert_eq!(fill("%%title%%", &values), title);
        }
    }
}
