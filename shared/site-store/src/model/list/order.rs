//! SQL order of a content list.

use std::fmt::Write;

use crate::filter::{ContentFilter, OrderBy, TermOperator};
use crate::model::search::Terms;
use crate::model::sql::{Parameter, Sql};
use crate::model::sql_id;

/// From this number of terms on, relevance considers only the whole search text.
const MANY_TERMS: usize = 7;

/// Appends the `ORDER BY` clause of a filter. `terms` is the parsed search.
pub(super) fn push_order(filter: &ContentFilter, terms: Option<&Terms>, sql: &mut Sql) {
    let direction = if filter.ascending { "ASC" } else { "DESC" };
    sql.text.push_str(" ORDER BY ");
    let column = match filter.order_by {
        OrderBy::Date => "date",
        OrderBy::Modified => "modified",
        OrderBy::Title => "title_key",
        OrderBy::Slug => "slug",
        OrderBy::Author => "author",
        OrderBy::Parent => "parent",
        OrderBy::MenuOrder => "menu_order",
        OrderBy::Id => {
            let _ = write!(sql.text, "id {direction}");
            return;
        }
        OrderBy::Include if !filter.include.is_empty() => {
            given_order("id", filter.include.len(), sql);
            let ids = filter.include.iter().map(|id| Parameter::from(sql_id(*id)));
            sql.values.extend(ids);
            return;
        }
        OrderBy::IncludeSlugs if !filter.slug.is_empty() => {
            given_order("slug", filter.slug.len(), sql);
            sql.values
                .extend(filter.slug.iter().map(|slug| Parameter::from(slug.clone())));
            return;
        }
        OrderBy::Relevance if terms.is_some() => {
            if let Some(terms) = terms {
                relevance(terms, sql);
            }
            "date"
        }
        // Without slugs there is no order to apply; deployed systems return their index's order.
        OrderBy::IncludeSlugs => {
            sql.text.push_str("date ASC, id ASC");
            return;
        }
        OrderBy::Include | OrderBy::Relevance => "date",
    };
    // Where deployed systems read an index backwards, equal items are reversed too; where they sort, the items stay
    // in the order of their creation.
    let indexed = matches!(
        filter.order_by,
        OrderBy::Date | OrderBy::Slug | OrderBy::Author | OrderBy::Include
    );
    let excludes_only = filter
        .terms
        .iter()
        .all(|clause| clause.terms.is_empty() || clause.operator == TermOperator::NoneOf);
    let tie = if indexed && terms.is_none() && excludes_only {
        direction
    } else {
        "ASC"
    };
    let _ = write!(sql.text, "{column} {direction}, id {tie}");
}

fn given_order(column: &str, count: usize, sql: &mut Sql) {
    let _ = write!(sql.text, "CASE {column}");
    for place in 0..count {
        let _ = write!(sql.text, " WHEN ? THEN {place}");
    }
    sql.text.push_str(" END, id");
}

/// Relevance classes: whole search in the title, all terms in the title, any term in the title, whole
/// search in the excerpt, whole search in the body, the rest. With a single term only the title counts.
fn relevance(terms: &Terms, sql: &mut Sql) {
    let sentence = std::slice::from_ref(&terms.sentence);
    let in_title = vec!["instr(title, ?) > 0"; terms.wanted.len()];
    let mut ranks = Vec::new();
    if terms.wanted.len() + terms.unwanted.len() <= 1 {
        ranks.extend(
            terms
                .wanted
                .iter()
                .map(|_| (1, in_title.join(""), &*terms.wanted)),
        );
    } else {
        // A search with excluded terms is not a phrase that a text could contain.
        let is_sentence = terms.unwanted.is_empty();
        if is_sentence {
            ranks.push((1, "instr(title, ?) > 0".to_owned(), sentence));
        }
        if (1..MANY_TERMS).contains(&terms.wanted.len()) {
            ranks.push((2, in_title.join(" AND "), &terms.wanted));
            ranks.push((3, in_title.join(" OR "), &terms.wanted));
        }
        if is_sentence {
            ranks.push((4, "instr(excerpt, ?) > 0".to_owned(), sentence));
            ranks.push((5, "instr(content, ?) > 0".to_owned(), sentence));
        }
    }
    if ranks.is_empty() {
        return;
    }
    sql.text.push_str("CASE");
    for (rank, condition, values) in ranks {
        let _ = write!(sql.text, " WHEN {condition} THEN {rank}");
        sql.values
            .extend(values.iter().cloned().map(Parameter::from));
    }
    sql.text.push_str(" ELSE 6 END, ");
}
