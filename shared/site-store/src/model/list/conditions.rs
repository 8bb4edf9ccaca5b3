//! SQL conditions of a content filter.

use std::fmt::Write;

use domain::site::{Format, Kind, Status};
use jiff::civil::DateTime;

use crate::filter::{ContentFilter, SearchColumn, StatusFilter, TermClause, TermOperator};
use crate::model::search::Terms;
use crate::model::sql::Sql;
use crate::model::{Model, sql_id};

impl Sql {
    /// Starts another condition.
    pub(super) fn and(&mut self) -> &mut String {
        self.text.push_str(" AND ");
        &mut self.text
    }

    pub(super) fn ids(&mut self, column: &str, not: bool, ids: &[u64]) {
        let not = if not { "NOT " } else { "" };
        let list = id_list(ids);
        let _ = write!(self.and(), "{column} {not}IN ({list})");
    }

    pub(super) fn names<'a>(&mut self, column: &str, names: impl Iterator<Item = &'a str>) {
        let _ = write!(self.and(), "{column} IN (");
        for (place, name) in names.enumerate() {
            self.text.push_str(if place == 0 { "?" } else { ",?" });
            self.value(name.to_owned());
        }
        self.text.push(')');
    }

    /// Condition on a column that is 0 or 1; none without a wanted value.
    pub(super) fn flag(&mut self, column: &str, wanted: Option<bool>) {
        if let Some(wanted) = wanted {
            let _ = write!(self.and(), "{column} = {}", u8::from(wanted));
        }
    }

    pub(super) fn date(&mut self, column: &str, operator: &str, date: Option<DateTime>) {
        if let Some(date) = date {
            let _ = write!(self.and(), "{column} {operator} ?");
            self.value(date.to_string());
        }
    }
}

fn id_list(ids: &[u64]) -> String {
    let mut list = String::new();
    for id in ids {
        if !list.is_empty() {
            list.push(',');
        }
        let _ = write!(list, "{}", sql_id(*id));
    }
    list
}

fn push_kinds(filter: &ContentFilter, sql: &mut Sql) {
    if filter.further_kinds.is_empty() {
        sql.text.push_str("kind = ?");
    } else {
        let further = ", ?".repeat(filter.further_kinds.len());
        let _ = write!(sql.text, "kind IN (?{further})");
    }
    sql.value(filter.kind.name().to_owned());
    for kind in &filter.further_kinds {
        sql.value(kind.name().to_owned());
    }
}

impl Model {
    /// Conditions of a filter, without order and window. `terms` is the parsed search.
    pub(super) fn condition(&self, filter: &ContentFilter, terms: Option<&Terms>) -> Sql {
        let mut sql = Sql::default();
        push_kinds(filter, &mut sql);
        match &filter.status {
            StatusFilter::Public => {
                let public = match filter.kind {
                    Kind::Attachment => Status::Inherit,
                    _ => Status::Publish,
                };
                sql.names("status", [public.name()].into_iter());
            }
            StatusFilter::Any => {
                let any = Status::ALL.into_iter().filter(|status| status.is_in_any());
                sql.names("status", any.map(Status::name));
            }
            StatusFilter::Of(statuses) => {
                sql.names("status", statuses.iter().map(|status| status.name()));
            }
        }
        sql.date("date", ">", filter.after);
        sql.date("date", "<", filter.before);
        sql.date("modified", ">", filter.modified_after);
        sql.date("modified", "<", filter.modified_before);
        push_identifiers(filter, &mut sql);
        if !filter.slug.is_empty() {
            sql.names("slug", filter.slug.iter().map(String::as_str));
        }
        if let Some(place) = filter.menu_order {
            sql.and().push_str("menu_order = ?");
            sql.value(place);
        }
        if !filter.mime_types.is_empty() {
            sql.names("mime", filter.mime_types.iter().map(String::as_str));
        }
        sql.flag("protected", filter.protected);
        self.term_conditions(filter, &mut sql);
        if !filter.format.is_empty() {
            sql.names(
                "format",
                filter.format.iter().map(|format| Format::name(*format)),
            );
        }
        if let Some(terms) = terms {
            push_search(filter, terms, &mut sql);
        }
        sql
    }

    fn term_conditions(&self, filter: &ContentFilter, sql: &mut Sql) {
        let clauses: Vec<String> = filter
            .terms
            .iter()
            .filter(|clause| !clause.terms.is_empty())
            .map(|clause| self.term_condition(clause))
            .collect();
        if !clauses.is_empty() {
            let relation = if filter.any_term_clause {
                " OR "
            } else {
                " AND "
            };
            let all = clauses.join(relation);
            let _ = write!(sql.and(), "({all})");
        }
    }

    fn term_condition(&self, clause: &TermClause) -> String {
        let one_of = |terms: &[u64]| {
            let list = id_list(terms);
            let taxonomy = clause.taxonomy.name();
            format!(
                "id IN (SELECT content FROM content_term
                 WHERE term IN ({list}) AND taxonomy = '{taxonomy}')"
            )
        };
        let family = |terms: &[u64]| {
            if clause.include_children {
                self.with_descendants(clause.taxonomy, terms)
            } else {
                terms.to_vec()
            }
        };
        match clause.operator {
            TermOperator::AnyOf => one_of(&family(&clause.terms)),
            TermOperator::NoneOf => format!("NOT {}", one_of(&family(&clause.terms))),
            TermOperator::AllOf => {
                let each: Vec<_> = clause.terms.iter().map(|term| one_of(&[*term])).collect();
                format!("({})", each.join(" AND "))
            }
        }
    }
}

/// Conditions on identifiers, with the precedence of deployed systems.
fn push_identifiers(filter: &ContentFilter, sql: &mut Sql) {
    if !filter.include.is_empty() {
        sql.ids("id", false, &filter.include);
    } else if !filter.exclude.is_empty() {
        sql.ids("id", true, &filter.exclude);
    }
    match filter.sticky {
        Some(true) => sql.and().push_str("sticky = 1"),
        // `include` returns items whether they are sticky or not.
        Some(false) if filter.include.is_empty() => sql.and().push_str("sticky = 0"),
        Some(false) | None => {}
    }
    if !filter.author_exclude.is_empty() {
        sql.ids("author", true, &filter.author_exclude);
    } else if !filter.author.is_empty() {
        sql.ids("author", false, &filter.author);
    }
    if !filter.parent.is_empty() {
        sql.ids("parent", false, &filter.parent);
    } else if !filter.parent_exclude.is_empty() {
        sql.ids("parent", true, &filter.parent_exclude);
    }
}

fn search_columns(filter: &ContentFilter) -> Vec<&'static str> {
    let asked = filter
        .search
        .as_ref()
        .map_or(&[][..], |search| search.columns.as_slice());
    let name = |column: &SearchColumn| match column {
        SearchColumn::Title => "title",
        SearchColumn::Excerpt => "excerpt",
        SearchColumn::Content => "content",
    };
    if asked.is_empty() {
        vec!["title", "excerpt", "content"]
    } else {
        asked.iter().map(name).collect()
    }
}

fn push_search(filter: &ContentFilter, terms: &Terms, sql: &mut Sql) {
    let is_exact = filter.search.as_ref().is_some_and(|search| search.exact);
    let mut columns = search_columns(filter);
    for term in &terms.unwanted {
        for column in &columns {
            if is_exact {
                let _ = write!(sql.and(), "{column} <> ?");
            } else {
                let _ = write!(sql.and(), "instr({column}, ?) = 0");
            }
            sql.value(term.clone());
        }
    }
    if filter.kind == Kind::Attachment {
        columns.push("file");
    }
    for term in &terms.wanted {
        sql.and().push('(');
        for (place, column) in columns.iter().enumerate() {
            let or = if place == 0 { "" } else { " OR " };
            if is_exact {
                let _ = write!(sql.text, "{or}{column} = ?");
            } else {
                let _ = write!(sql.text, "{or}instr({column}, ?) > 0");
            }
            sql.value(term.clone());
        }
        sql.text.push(')');
    }
    if filter.hide_protected {
        sql.and().push_str("protected = 0");
    }
}
