//! Lists of content: a filter becomes one SQL question for the page and one for the total.

use std::fmt::Write;
use std::sync::Arc;

use domain::site::{Format, Kind, Status};
use jiff::civil::DateTime;
use rusqlite::params_from_iter;
use rusqlite::types::Value;

use super::search::{Terms, parse};
use super::texts::grams;
use super::{Model, from_sql_id, sql_id};
use crate::error::StoreError;
use crate::filter::{
    ContentFilter, Listed, OrderBy, SearchColumn, StatusFilter, TermClause, TermOperator,
};

/// With this many terms and more, relevance looks at whole sentences only.
const MANY_TERMS: usize = 7;

/// Beyond this offset to skip costs as much as to read.
const DEEP: u64 = 1000;

/// Part of an SQL text with the values of its question marks.
#[derive(Default)]
struct Sql {
    text: String,
    values: Vec<Value>,
}

impl Sql {
    /// The text together with its values.
    fn question(&self) -> String {
        format!("{}\n{:?}", self.text, self.values)
    }

    fn value(&mut self, value: impl Into<Value>) {
        self.values.push(value.into());
    }

    /// Begins a further condition.
    fn and(&mut self) -> &mut String {
        self.text.push_str(" AND ");
        &mut self.text
    }

    fn ids(&mut self, column: &str, not: bool, ids: &[u64]) {
        let not = if not { "NOT " } else { "" };
        let list = id_list(ids);
        let _ = write!(self.and(), "{column} {not}IN ({list})");
    }

    fn names<'a>(&mut self, column: &str, names: impl Iterator<Item = &'a str>) {
        let _ = write!(self.and(), "{column} IN (");
        for (place, name) in names.enumerate() {
            self.text.push_str(if place == 0 { "?" } else { ",?" });
            self.value(name.to_owned());
        }
        self.text.push(')');
    }

    fn date(&mut self, column: &str, operator: &str, date: Option<DateTime>) {
        if let Some(date) = date {
            let _ = write!(self.and(), "{column} {operator} ?");
            self.value(date.to_string());
        }
    }
}

/// Whether an index has a list in this order and few of its items are not asked for, so that a page at
/// its beginning is found without the rest. Other pages are cut from the whole list, which is kept.
fn is_near(filter: &ContentFilter) -> bool {
    let is_indexed = match filter.order_by {
        OrderBy::Date | OrderBy::Modified | OrderBy::Id => true,
        OrderBy::Title => has_one_status(&filter.status),
        _ => false,
    };
    is_indexed && filter.offset <= DEEP && !has_terms(filter)
}

fn has_one_status(status: &StatusFilter) -> bool {
    match status {
        StatusFilter::Public => true,
        StatusFilter::Any => false,
        StatusFilter::Of(statuses) => statuses.len() == 1,
    }
}

/// Whether a filter asks for some term, or for its absence.
fn has_terms(filter: &ContentFilter) -> bool {
    filter.terms.iter().any(|clause| !clause.terms.is_empty())
}

/// The part of a whole list that a filter asks for.
fn window(whole: &[u64], filter: &ContentFilter) -> Vec<u64> {
    let place = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let limit = filter.limit.map_or(usize::MAX, place);
    let rest = whole.iter().skip(place(filter.offset));
    rest.take(limit).copied().collect()
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

impl Model {
    /// The page of a list and its total.
    pub(crate) fn list(&self, filter: &ContentFilter) -> Result<Listed<u64>, StoreError> {
        let terms = filter
            .search
            .as_ref()
            .and_then(|search| parse(&search.text, &self.settings.language));
        let condition = self.condition(filter, terms.as_ref());
        if let Some(terms) = &terms {
            return self.found(filter, terms, condition);
        }
        let mut ordered = Sql {
            text: format!("SELECT id FROM content WHERE {}", condition.text),
            values: condition.values.clone(),
        };
        order(filter, None, &mut ordered);
        let (mut items, total) = if is_near(filter) {
            self.page(filter, ordered, condition)?
        } else {
            let whole = self.listed(ordered)?;
            (window(&whole, filter), whole.len() as u64)
        };
        if filter.sticky_first && filter.offset == 0 && is_plain(filter) {
            items = self.sticky_first(filter, items)?;
        }
        Ok(Listed { items, total })
    }

    /// A page near the beginning of a list that an index has in order, and the total.
    fn page(
        &self,
        filter: &ContentFilter,
        mut ordered: Sql,
        condition: Sql,
    ) -> Result<(Vec<u64>, u64), StoreError> {
        let limit = filter
            .limit
            .map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        ordered.text.push_str(" LIMIT ? OFFSET ?");
        ordered.value(limit);
        ordered.value(i64::try_from(filter.offset).unwrap_or(i64::MAX));
        let items = self.listed(ordered)?.to_vec();
        let found = items.len() as u64;
        let is_last = filter.limit.is_none_or(|limit| found < limit);
        let total = if is_last && (found > 0 || filter.offset == 0) {
            filter.offset + found
        } else {
            self.count(condition)?
        };
        Ok((items, total))
    }

    /// What a question lists, found once until the model changes.
    fn listed(&self, sql: Sql) -> Result<Arc<[u64]>, StoreError> {
        let question = sql.question();
        if let Some(known) = self.lists.list(&question) {
            return Ok(known);
        }
        let ids: Arc<[u64]> = self.ids(&sql.text, params_from_iter(sql.values))?.into();
        self.lists.keep_list(question, &ids);
        Ok(ids)
    }

    /// The page of a search and its total. Each text is looked at once, for both.
    fn found(
        &self,
        filter: &ContentFilter,
        terms: &Terms,
        condition: Sql,
    ) -> Result<Listed<u64>, StoreError> {
        let more = self.index_some_texts()?;
        let mut sql = Sql::default();
        sql.text = match grams(&terms.wanted) {
            // CROSS: what the index finds is gone through, not the list in its order.
            Some(question) if more => {
                sql.value(question);
                "SELECT id FROM (SELECT rowid AS id FROM texts.grams WHERE grams MATCH ?
                                 UNION ALL SELECT id FROM texts.ungrammed)
                 CROSS JOIN main.content USING (id) JOIN texts.text USING (id) WHERE "
            }
            Some(question) => {
                sql.value(question);
                "SELECT id FROM texts.grams CROSS JOIN main.content ON content.id = grams.rowid
                 JOIN texts.text USING (id) WHERE grams.grams MATCH ? AND "
            }
            None => "SELECT id FROM main.content JOIN texts.text USING (id) WHERE ",
        }
        .to_owned();
        sql.text.push_str(&condition.text);
        sql.values.extend(condition.values);
        order(filter, Some(terms), &mut sql);
        let found = self.listed(sql)?;
        Ok(Listed {
            items: window(&found, filter),
            total: found.len() as u64,
        })
    }

    fn count(&self, condition: Sql) -> Result<u64, StoreError> {
        let question = condition.question();
        if let Some(known) = self.lists.total(&question) {
            return Ok(known);
        }
        let text = format!("SELECT count(*) FROM content WHERE {}", condition.text);
        let count: i64 = self
            .connection
            .prepare_cached(&text)?
            .query_row(params_from_iter(condition.values), |row| row.get(0))?;
        let total = from_sql_id(count);
        self.lists.keep_total(question, total);
        Ok(total)
    }

    /// The stickies of the page, then the other published stickies, then the rest of the page.
    fn sticky_first(&self, filter: &ContentFilter, page: Vec<u64>) -> Result<Vec<u64>, StoreError> {
        let mut sql = Sql {
            text: "SELECT id FROM content WHERE kind = ? AND status = ? AND sticky = 1".to_owned(),
            values: Vec::new(),
        };
        sql.value(filter.kind.name().to_owned());
        sql.value(Status::Publish.name().to_owned());
        if !filter.exclude.is_empty() {
            sql.ids("id", true, &filter.exclude);
        }
        sql.text.push_str(" ORDER BY date DESC, id DESC");
        let sticky = self.listed(sql)?;
        let (mut first, rest): (Vec<_>, Vec<_>) =
            page.into_iter().partition(|id| sticky.contains(id));
        let others: Vec<_> = sticky
            .iter()
            .filter(|id| !first.contains(id))
            .copied()
            .collect();
        first.extend(others);
        first.extend(rest);
        Ok(first)
    }

    fn condition(&self, filter: &ContentFilter, terms: Option<&Terms>) -> Sql {
        let mut sql = Sql::default();
        sql.text.push_str("kind = ?");
        sql.value(filter.kind.name().to_owned());
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
        identifiers(filter, &mut sql);
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
        self.term_conditions(filter, &mut sql);
        if !filter.format.is_empty() {
            sql.names(
                "format",
                filter.format.iter().map(|format| Format::name(*format)),
            );
        }
        if let Some(terms) = terms {
            search(filter, terms, &mut sql);
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

/// Conditions on identifiers, with the precedence that deployed systems give them.
fn identifiers(filter: &ContentFilter, sql: &mut Sql) {
    if !filter.include.is_empty() {
        sql.ids("id", false, &filter.include);
    } else if !filter.exclude.is_empty() {
        sql.ids("id", true, &filter.exclude);
    }
    match filter.sticky {
        Some(true) => sql.and().push_str("sticky = 1"),
        // What is asked for by identifier is answered, sticky or not.
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

fn search(filter: &ContentFilter, terms: &Terms, sql: &mut Sql) {
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

fn order(filter: &ContentFilter, terms: Option<&Terms>, sql: &mut Sql) {
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
            let ids = filter.include.iter().map(|id| Value::from(sql_id(*id)));
            sql.values.extend(ids);
            return;
        }
        OrderBy::IncludeSlugs if !filter.slug.is_empty() => {
            given_order("slug", filter.slug.len(), sql);
            sql.values
                .extend(filter.slug.iter().map(|slug| Value::from(slug.clone())));
            return;
        }
        OrderBy::Relevance if terms.is_some() => {
            if let Some(terms) = terms {
                relevance(terms, sql);
            }
            "date"
        }
        // Without slugs there is nothing to order by, and deployed systems answer in their index's order.
        OrderBy::IncludeSlugs => {
            sql.text.push_str("date ASC, id ASC");
            return;
        }
        OrderBy::Include | OrderBy::Relevance => "date",
    };
    // Where deployed systems read an index backwards equal items come backwards too; where they sort,
    // in the order in which they were made.
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

/// How well an item fits: the whole search in the title, all its terms there, any of them there,
/// the whole search in the excerpt, in the body, the rest. With a single term only the title counts.
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
        // A search with exclusions is no sentence that could stand anywhere.
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
        sql.values.extend(values.iter().cloned().map(Value::from));
    }
    sql.text.push_str(" ELSE 6 END, ");
}

/// Whether a filter asks for nothing but states, exclusions and a window.
fn is_plain(filter: &ContentFilter) -> bool {
    let plain = ContentFilter {
        status: filter.status.clone(),
        exclude: filter.exclude.clone(),
        order_by: filter.order_by,
        ascending: filter.ascending,
        sticky_first: filter.sticky_first,
        hide_protected: filter.hide_protected,
        limit: filter.limit,
        ..ContentFilter::all(filter.kind)
    };
    *filter == plain
}
