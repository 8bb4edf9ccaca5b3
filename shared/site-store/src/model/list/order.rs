//! Order of a content list, for SQL and for what a search finds in parts.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write;

use rusqlite::Row;
use rusqlite::types::ValueRef;

use crate::filter::{ContentFilter, OrderBy, TermOperator};
use crate::model::from_sql_id;
use crate::model::search::Terms;
use crate::model::sql::{Parameter, Sql};

/// From this number of terms on, relevance considers only the whole search text.
const MANY_TERMS: usize = 7;

/// Value by which items are compared; all of a list are of one kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum SortKey {
    Integer(i64),
    /// A text or a blob, which SQLite compares bytewise.
    Bytes(Vec<u8>),
}

/// An item of a list that is not sorted yet.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    id: u64,
    /// Class of relevance, the best first.
    rank: i64,
    key: SortKey,
}

impl Hit {
    /// Reads a row of the columns that [`Order::columns`] names.
    pub(super) fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        let key = match row.get_ref(2)? {
            ValueRef::Integer(number) => SortKey::Integer(number),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => SortKey::Bytes(bytes.to_vec()),
            ValueRef::Null | ValueRef::Real(_) => SortKey::Bytes(Vec::new()),
        };
        Ok(Self {
            id: from_sql_id(row.get(0)?),
            rank: row.get(1)?,
            key,
        })
    }
}

/// Order of the items of a filter.
#[derive(Debug, Clone)]
pub(super) struct Order {
    column: &'static str,
    ascending: bool,
    /// Whether items with an equal value are listed by ascending identifier.
    ties_ascending: bool,
    /// Expression for the class of relevance, and its values.
    rank: Option<Sql>,
    /// Places of the values of `column` in a given order, instead of the order of the values themselves.
    places: Option<HashMap<SortKey, i64>>,
}

impl Order {
    /// The order of a filter. `terms` is the parsed search.
    pub(super) fn of(filter: &ContentFilter, terms: Option<&Terms>) -> Self {
        let by = |column| Self {
            column,
            ascending: filter.ascending,
            ties_ascending: !is_tie_reversed(filter, terms),
            rank: None,
            places: None,
        };
        match filter.order_by {
            OrderBy::Date => by("date"),
            OrderBy::Modified => by("modified"),
            OrderBy::Title => by("title_key"),
            OrderBy::Slug => by("slug"),
            OrderBy::Author => by("author"),
            OrderBy::Parent => by("parent"),
            OrderBy::MenuOrder => by("menu_order"),
            OrderBy::Id => by("id"),
            OrderBy::Include if !filter.include.is_empty() => {
                let ids = filter.include.iter();
                let keys = ids.map(|id| SortKey::Integer(crate::model::sql_id(*id)));
                Self::given("id", keys)
            }
            OrderBy::IncludeSlugs if !filter.slug.is_empty() => {
                let slugs = filter.slug.iter();
                let keys = slugs.map(|slug| SortKey::Bytes(slug.clone().into_bytes()));
                Self::given("slug", keys)
            }
            OrderBy::Relevance => Self {
                rank: terms.and_then(relevance),
                ..by("date")
            },
            // Without slugs there is no order to apply; deployed systems return their index's order.
            OrderBy::IncludeSlugs => Self {
                ascending: true,
                ties_ascending: true,
                ..by("date")
            },
            OrderBy::Include => by("date"),
        }
    }

    /// The order in which the values are given; the first of equal ones counts.
    fn given(column: &'static str, keys: impl Iterator<Item = SortKey>) -> Self {
        let mut places = HashMap::new();
        for (place, key) in (0..).zip(keys) {
            places.entry(key).or_insert(place);
        }
        Self {
            column,
            ascending: true,
            ties_ascending: true,
            rank: None,
            places: Some(places),
        }
    }

    /// Whether SQL cannot sort by it.
    pub(super) const fn is_given(&self) -> bool {
        self.places.is_some()
    }

    /// Columns of a query for [`Hit::of`], with their values.
    pub(super) fn columns(&self) -> Sql {
        let mut sql = Sql {
            text: "id, ".to_owned(),
            values: Vec::new(),
        };
        match &self.rank {
            Some(rank) => {
                sql.text.push_str(&rank.text);
                sql.values.extend(rank.values.iter().cloned());
            }
            None => sql.text.push('0'),
        }
        let _ = write!(sql.text, ", {}", self.column);
        sql
    }

    /// Appends the `ORDER BY` clause. Relevance and given orders are sorted by [`Self::sort`] only.
    pub(super) fn push(&self, sql: &mut Sql) {
        let direction = |ascending| if ascending { "ASC" } else { "DESC" };
        let (column, ascending) = (self.column, direction(self.ascending));
        let _ = write!(sql.text, " ORDER BY {column} {ascending}");
        if column != "id" {
            let _ = write!(sql.text, ", id {}", direction(self.ties_ascending));
        }
    }

    /// The identifiers in this order.
    pub(super) fn sort(&self, mut hits: Vec<Hit>) -> Vec<u64> {
        if let Some(places) = &self.places {
            for hit in &mut hits {
                let place = places.get(&hit.key).copied().unwrap_or_default();
                hit.key = SortKey::Integer(place);
            }
        }
        let directed = |ordering: Ordering, ascending| match ascending {
            true => ordering,
            false => ordering.reverse(),
        };
        hits.sort_unstable_by(|a, b| {
            let by_key = directed(a.key.cmp(&b.key), self.ascending);
            let by_id = directed(a.id.cmp(&b.id), self.ties_ascending);
            a.rank.cmp(&b.rank).then(by_key).then(by_id)
        });
        hits.into_iter().map(|hit| hit.id).collect()
    }
}

/// Whether items with an equal value are listed by descending identifier. Where deployed systems read an index backwards,
/// equal items are reversed too; where they sort, the items stay in the order of their creation.
fn is_tie_reversed(filter: &ContentFilter, terms: Option<&Terms>) -> bool {
    let indexed = matches!(
        filter.order_by,
        OrderBy::Date | OrderBy::Slug | OrderBy::Author | OrderBy::Include
    );
    let excludes_only = filter
        .terms
        .iter()
        .all(|clause| clause.terms.is_empty() || clause.operator == TermOperator::NoneOf);
    indexed && terms.is_none() && excludes_only && !filter.ascending
}

/// Relevance classes: whole search in the title, all terms in the title, any term in the title, whole
/// search in the excerpt, whole search in the body, the rest. With a single term only the title counts. `None` when all
/// items are of one class.
fn relevance(terms: &Terms) -> Option<Sql> {
    let sentence = std::slice::from_ref(&terms.sentence);
    let in_title = vec!["holds(title, ?)"; terms.wanted.len()];
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
            ranks.push((1, "holds(title, ?)".to_owned(), sentence));
        }
        if (1..MANY_TERMS).contains(&terms.wanted.len()) {
            ranks.push((2, in_title.join(" AND "), &terms.wanted));
            ranks.push((3, in_title.join(" OR "), &terms.wanted));
        }
        if is_sentence {
            ranks.push((4, "holds(excerpt, ?)".to_owned(), sentence));
            ranks.push((5, "holds(content, ?)".to_owned(), sentence));
        }
    }
    if ranks.is_empty() {
        return None;
    }
    let mut sql = Sql::default();
    sql.text.push_str("CASE");
    for (rank, condition, values) in ranks {
        let _ = write!(sql.text, " WHEN {condition} THEN {rank}");
        sql.values
            .extend(values.iter().cloned().map(Parameter::from));
    }
    sql.text.push_str(" ELSE 6 END");
    Some(sql)
}
