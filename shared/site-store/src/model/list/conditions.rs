//! SQL conditions of a content filter.

use std::collections::HashSet;
use std::fmt::Write;
use std::hash::Hash;

use domain::site::{Format, Kind, Status};
use jiff::civil::DateTime;

use crate::filter::{ContentFilter, Reader, SearchColumn, StatusFilter, TermClause, TermOperator};
use crate::model::search::Terms;
use crate::model::sql::Sql;
use crate::model::{Model, sql_id};

/// Up to this number, the values of a list stand in the statement; more are one value, because a statement has limits of
/// its own and each length would be a statement of its own.
const FEW: usize = 16;

/// The values without repetitions, in their order.
fn distinct<T: Copy + Eq + Hash>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut known = HashSet::new();
    values.filter(|value| known.insert(*value)).collect()
}

impl Sql {
    /// Starts another condition.
    pub(super) fn and(&mut self) -> &mut String {
        self.text.push_str(" AND ");
        &mut self.text
    }

    pub(super) fn ids(&mut self, column: &str, not: bool, ids: &[u64]) {
        let not = if not { "NOT " } else { "" };
        let _ = write!(self.and(), "{column} {not}");
        self.among(ids);
    }

    /// The rest of a condition: that a column is one of these identifiers.
    fn among(&mut self, ids: &[u64]) {
        let ids = distinct(ids.iter().map(|id| sql_id(*id)));
        let list: Vec<String> = ids.iter().map(i64::to_string).collect();
        let list = list.join(",");
        if ids.len() <= FEW {
            let _ = write!(self.text, "IN ({list})");
        } else {
            self.text.push_str("IN (SELECT value FROM json_each(?))");
            self.value(format!("[{list}]"));
        }
    }

    pub(super) fn names<'a>(&mut self, column: &str, names: impl Iterator<Item = &'a str>) {
        let names = distinct(names);
        if names.len() <= FEW {
            let list = vec!["?"; names.len()].join(",");
            let _ = write!(self.and(), "{column} IN ({list})");
            for name in names {
                self.value(name.to_owned());
            }
            return;
        }
        let _ = write!(self.and(), "{column} IN (SELECT value FROM json_each(?))");
        // SQLite's texts in JSON end at a NUL character, which no stored name contains.
        let list = names.into_iter().filter(|name| !name.contains('\0'));
        self.value(serde_json::Value::from_iter(list).to_string());
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

fn push_kinds(filter: &ContentFilter, sql: &mut Sql) {
    let further = filter.further_kinds.iter().map(|kind| kind.name());
    let kinds = distinct([filter.kind.name()].into_iter().chain(further));
    match kinds.len() {
        1 => sql.text.push_str("kind = ?"),
        number => {
            let list = vec!["?"; number].join(", ");
            let _ = write!(sql.text, "kind IN ({list})");
        }
    }
    for kind in kinds {
        sql.value(kind.to_owned());
    }
}

impl Model {
    /// Conditions of a filter, without order and window. `terms` is the parsed search.
    pub(super) fn condition(&self, filter: &ContentFilter, terms: Option<&Terms>) -> Sql {
        let mut sql = Sql::default();
        push_kinds(filter, &mut sql);
        let statuses = statuses(filter);
        sql.names("status", statuses.iter().map(|status| status.name()));
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
        if let Some(reader) = &filter.reader {
            push_reader(reader, &statuses, &mut sql);
            if terms.is_some() && !reader.reads_protected {
                push_open(reader, &mut sql);
            }
        }
        sql
    }

    fn term_conditions(&self, filter: &ContentFilter, sql: &mut Sql) {
        let clauses = filter
            .terms
            .iter()
            .filter(|clause| !clause.terms.is_empty());
        let relation = if filter.any_term_clause {
            " OR "
        } else {
            " AND "
        };
        for (place, clause) in clauses.enumerate() {
            match place {
                0 => sql.and().push('('),
                _ => sql.text.push_str(relation),
            }
            self.push_terms(clause, sql);
        }
        if filter.terms.iter().any(|clause| !clause.terms.is_empty()) {
            sql.text.push(')');
        }
    }

    fn push_terms(&self, clause: &TermClause, sql: &mut Sql) {
        let family = || {
            if clause.include_children {
                self.with_descendants(clause.taxonomy, &clause.terms)
            } else {
                clause.terms.clone()
            }
        };
        let (not, terms, each) = match clause.operator {
            TermOperator::AnyOf => ("", family(), None),
            TermOperator::NoneOf => ("NOT ", family(), None),
            TermOperator::AllOf => {
                let terms = distinct(clause.terms.iter().copied());
                let number = terms.len();
                ("", terms, Some(number))
            }
        };
        let _ = write!(
            sql.text,
            "{not}id IN (SELECT content FROM content_term WHERE term "
        );
        sql.among(&terms);
        let _ = write!(sql.text, " AND taxonomy = '{}'", clause.taxonomy.name());
        // An item has each of its terms once.
        if let Some(number) = each.filter(|number| *number > 1) {
            let _ = write!(sql.text, " GROUP BY content HAVING count(*) = {number}");
        }
        sql.text.push(')');
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

/// The states that a filter lists.
fn statuses(filter: &ContentFilter) -> Vec<Status> {
    match &filter.status {
        StatusFilter::Public if filter.kind == Kind::Attachment => vec![Status::Inherit],
        StatusFilter::Public => vec![Status::Publish],
        StatusFilter::Any => {
            let all = Status::ALL.into_iter();
            all.filter(|status| status.is_in_any()).collect()
        }
        StatusFilter::Of(statuses) => statuses.clone(),
    }
}

/// Conditions that leave what a reader may read. `statuses` are those that the filter lists.
fn push_reader(reader: &Reader, statuses: &[Status], sql: &mut Sql) {
    let user = sql_id(reader.user);
    let list = |readable: &[Status]| {
        let named = statuses.iter().filter(|status| readable.contains(status));
        let named: Vec<String> = named.map(|status| format!("'{}'", status.name())).collect();
        named.join(",")
    };
    if !statuses.iter().all(|one| reader.statuses.contains(one)) {
        let (all, own) = (list(&reader.statuses), list(&reader.own_statuses));
        let _ = write!(
            sql.and(),
            "(status IN ({all}) OR author = {user} AND status IN ({own}))"
        );
    }
    if !reader.hidden_parents.is_empty() {
        sql.ids("parent", true, &reader.hidden_parents);
    }
}

/// The condition that leaves items without a password, and those of the reader.
fn push_open(reader: &Reader, sql: &mut Sql) {
    sql.and().push_str("(protected = 0");
    if reader.user > 0 {
        let _ = write!(sql.text, " OR author = {}", sql_id(reader.user));
    }
    sql.text.push(')');
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
                let _ = write!(sql.and(), "NOT holds({column}, ?)");
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
                let _ = write!(sql.text, "{or}holds({column}, ?)");
            }
            sql.value(term.clone());
        }
        sql.text.push(')');
    }
}
