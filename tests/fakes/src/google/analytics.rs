//! Search analytics: rows of a property, filtered, grouped and summed.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::properties::SearchRow;
use crate::exchange;

/// Most rows of an answer.
const MAX_ROWS: u64 = 25_000;

/// Rows of an answer unless the request says otherwise.
const USUAL_ROWS: u64 = 1000;

const MEMBERS: [&str; 9] = [
    "startDate",
    "endDate",
    "dimensions",
    "dimensionFilterGroups",
    "rowLimit",
    "startRow",
    "type",
    "dataState",
    "aggregationType",
];

const TYPES: [&str; 6] = ["web", "image", "video", "news", "discover", "googleNews"];

/// A sum of rows.
#[derive(Default)]
struct Sum {
    clicks: u64,
    impressions: u64,
    /// Positions, each times its impressions.
    weighted: f64,
}

/// The answer to a query, or what is wrong with it.
pub(super) fn query(body: &Value, rows: &[SearchRow]) -> Result<Value, String> {
    let body = members(body, &MEMBERS)?;
    let (start, end) = (date(body, "startDate")?, date(body, "endDate")?);
    if start > end {
        return Err("startDate must be before endDate.".to_owned());
    }
    let dimensions = dimensions(body)?;
    let filters = filters(body)?;
    one_of(body, "type", &TYPES)?;
    one_of(body, "dataState", &["final", "all", "hourly_all"])?;
    one_of(body, "aggregationType", &["auto", "byPage", "byProperty"])?;
    let limit = number(body, "rowLimit", USUAL_ROWS, 1..=MAX_ROWS)?;
    let first = number(body, "startRow", 0, 0..=u64::MAX)?;
    let mut sums: BTreeMap<Vec<String>, Sum> = BTreeMap::new();
    for row in rows {
        let in_time = (start..=end).contains(&row.date.as_str());
        if !in_time || !filters.iter().all(|filter| filter.holds(row)) {
            continue;
        }
        // Rare searches have no key.
        let keys = dimensions.iter().map(|name| value(row, name));
        let Some(keys) = keys.collect::<Option<Vec<_>>>() else {
            continue;
        };
        let sum = sums.entry(keys).or_default();
        sum.clicks += u64::from(row.clicks);
        sum.impressions += u64::from(row.impressions);
        sum.weighted += row.position * f64::from(row.impressions);
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.clicks));
    let rows: Vec<Value> = sums
        .iter()
        .skip(usize::try_from(first).unwrap_or(usize::MAX))
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .map(|(keys, sum)| described(keys, sum))
        .collect();
    let mut answer = json!({ "responseAggregationType": "byPage" });
    if !rows.is_empty() {
        exchange::insert(&mut answer, "rows", json!(rows));
    }
    Ok(answer)
}

fn described(keys: &[String], sum: &Sum) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "counts of a test are small")]
    let (clicks, impressions) = (sum.clicks as f64, sum.impressions as f64);
    let mut row = json!({
        "clicks": clicks,
        "impressions": impressions,
        "ctr": clicks / impressions.max(1.0),
        "position": sum.weighted / impressions.max(1.0),
    });
    if !keys.is_empty() {
        exchange::insert(&mut row, "keys", json!(keys));
    }
    row
}

fn members<'a>(value: &'a Value, accepted: &[&str]) -> Result<&'a Map<String, Value>, String> {
    let members = value.as_object().ok_or("Invalid JSON payload received.")?;
    let unknown = members
        .keys()
        .find(|name| !accepted.contains(&name.as_str()));
    match unknown {
        None => Ok(members),
        Some(name) => Err(format!(
            "Invalid JSON payload received. Unknown name \"{name}\": Cannot find field."
        )),
    }
}

fn date<'a>(body: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    let date = body.get(name).and_then(Value::as_str).unwrap_or_default();
    let parts: Vec<Option<u32>> = date.split('-').map(|part| part.parse().ok()).collect();
    let is_date =
        date.len() == 10 && matches!(parts.as_slice(), [Some(_), Some(1..=12), Some(1..=31)]);
    if is_date {
        Ok(date)
    } else {
        Err(format!("{name} must be a date in YYYY-MM-DD format."))
    }
}

fn dimensions(body: &Map<String, Value>) -> Result<Vec<&str>, String> {
    let Some(list) = body.get("dimensions") else {
        return Ok(Vec::new());
    };
    let list = list.as_array().ok_or("dimensions is not a list")?;
    list.iter()
        .map(|name| match name.as_str() {
            Some(name @ ("query" | "page" | "date")) => Ok(name),
            _ => Err(format!("Invalid value at 'dimensions': {name}")),
        })
        .collect()
}

/// The value of a row's dimension.
fn value(row: &SearchRow, dimension: &str) -> Option<String> {
    match dimension {
        "query" => row.query.clone(),
        "page" => Some(row.page.clone()),
        _ => Some(row.date.clone()),
    }
}

struct Filter<'a> {
    dimension: &'a str,
    operator: &'a str,
    expression: &'a str,
}

impl Filter<'_> {
    fn holds(&self, row: &SearchRow) -> bool {
        let value = value(row, self.dimension).unwrap_or_default();
        match self.operator {
            "equals" => value == self.expression,
            "notEquals" => value != self.expression,
            "contains" => value.contains(self.expression),
            _ => !value.contains(self.expression),
        }
    }
}

fn filters(body: &Map<String, Value>) -> Result<Vec<Filter<'_>>, String> {
    let Some(groups) = body.get("dimensionFilterGroups") else {
        return Ok(Vec::new());
    };
    let groups = groups
        .as_array()
        .ok_or("dimensionFilterGroups is not a list")?;
    let mut found = Vec::new();
    for group in groups {
        let group = members(group, &["groupType", "filters"])?;
        one_of(group, "groupType", &["and"])?;
        let filters = group.get("filters").and_then(Value::as_array);
        for filter in filters.ok_or("filters is not a list")? {
            let filter = members(filter, &["dimension", "operator", "expression"])?;
            one_of(filter, "dimension", &["query", "page"])?;
            let operators = ["equals", "notEquals", "contains", "notContains"];
            one_of(filter, "operator", &operators)?;
            let text = |name: &str| filter.get(name).and_then(Value::as_str);
            found.push(Filter {
                dimension: text("dimension").ok_or("dimension is missing")?,
                operator: text("operator").unwrap_or("equals"),
                expression: text("expression").ok_or("expression is missing")?,
            });
        }
    }
    Ok(found)
}

fn one_of(body: &Map<String, Value>, name: &str, accepted: &[&str]) -> Result<(), String> {
    match body.get(name) {
        None => Ok(()),
        Some(Value::String(text)) if accepted.contains(&text.as_str()) => Ok(()),
        Some(other) => Err(format!("Invalid value at '{name}': {other}")),
    }
}

fn number(
    body: &Map<String, Value>,
    name: &str,
    usual: u64,
    accepted: std::ops::RangeInclusive<u64>,
) -> Result<u64, String> {
    match body.get(name) {
        None => Ok(usual),
        Some(value) => value
            .as_u64()
            .filter(|number| accepted.contains(number))
            .ok_or_else(|| format!("Invalid value at '{name}': {value}")),
    }
}
