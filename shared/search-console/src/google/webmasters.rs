//! Search Console API (<https://developers.google.com/webmaster-tools/v1/api_reference_index>).

use std::time::Duration;

use http::Method;
use outbound::{Body, Request, Response, below};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;
use url::Url;

use super::GoogleClient;
use super::call::{Repeat, authorized, deadline, object};
use super::refusal::of_api;
use crate::error::SearchError;
use crate::performance::{PagePerformance, PageQuery, QueryPerformance};
use crate::property::{PermissionLevel, Property};

/// Time limit of a report, which takes two or three calls.
const REPORT_DEADLINE: Duration = Duration::from_secs(20);

/// Characters of a property or a sitemap that stand for themselves in a path: the unreserved ones (RFC 3986, section 2.3).
const IN_PATH: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

#[derive(Deserialize)]
struct SiteList {
    /// Absent for an account without properties.
    #[serde(rename = "siteEntry", default)]
    entries: Vec<SiteEntry>,
}

#[derive(Deserialize)]
struct SiteEntry {
    #[serde(rename = "siteUrl")]
    site_url: String,
    #[serde(rename = "permissionLevel", default)]
    permission_level: String,
}

#[derive(Deserialize)]
struct Report {
    /// Absent when there are no figures.
    #[serde(default)]
    rows: Vec<Row>,
}

/// A row of a report. The provider writes whole numbers as floating-point numbers.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    keys: Vec<String>,
    #[serde(default)]
    clicks: f64,
    #[serde(default)]
    impressions: f64,
    #[serde(default)]
    position: f64,
}

/// `number` as a count; negative numbers and those that are none become zero.
fn count(number: f64) -> u64 {
    number.round() as u64
}

/// The address of a resource below a property.
fn below_property(google: &GoogleClient, property: &str, rest: &[&str]) -> Url {
    let mut url = below(&google.endpoints.api, &["webmasters", "v3", "sites"]);
    let mut path = url.path().to_owned();
    for segment in std::iter::once(&property).chain(rest) {
        path.push('/');
        path.extend(utf8_percent_encode(segment, &IN_PATH));
    }
    url.set_path(&path);
    url
}

pub(super) async fn properties(
    google: &GoogleClient,
    access: &SecretString,
) -> Result<Vec<Property>, SearchError> {
    let url = below(&google.endpoints.api, &["webmasters", "v3", "sites"]);
    let judge = |response: &Response| read::<SiteList>(response, access);
    let request = authorized(Request::get(url), access)?;
    let list = google
        .call(request, Repeat::Transient, deadline(), judge)
        .await?;
    let property = |entry: SiteEntry| Property {
        permission: PermissionLevel::parse(&entry.permission_level),
        site_url: entry.site_url,
    };
    Ok(list.entries.into_iter().map(property).collect())
}

pub(super) async fn submit_sitemap(
    google: &GoogleClient,
    access: &SecretString,
    property: &str,
    sitemap: &Url,
) -> Result<(), SearchError> {
    let url = below_property(google, property, &["sitemaps", sitemap.as_str()]);
    let judge = |response: &Response| {
        if response.status.is_success() {
            Ok(())
        } else {
            Err(of_api(response, access))
        }
    };
    let request = authorized(Request::new(Method::PUT, url), access)?;
    google
        .call(request, Repeat::Transient, deadline(), judge)
        .await
}

pub(super) async fn page_performance(
    google: &GoogleClient,
    access: &SecretString,
    property: &str,
    query: &PageQuery,
) -> Result<PagePerformance, SearchError> {
    let reports = Reports {
        google,
        access,
        url: below_property(google, property, &["searchAnalytics", "query"]),
        deadline: Instant::now() + REPORT_DEADLINE,
        query,
    };
    let mut page = query.page.clone();
    let mut totals = reports.totals(&page).await?;
    if totals.is_none() {
        let other = other_slash(&page);
        totals = reports.totals(&other).await?;
        if totals.is_some() {
            page = other;
        }
    }
    let Some(totals) = totals else {
        return Ok(PagePerformance {
            page,
            clicks: 0,
            impressions: 0,
            position: None,
            queries: Vec::new(),
        });
    };
    let queries = reports.queries(&page).await?;
    let impressions = count(totals.impressions);
    Ok(PagePerformance {
        page,
        clicks: count(totals.clicks),
        impressions,
        position: (impressions > 0).then_some(totals.position),
        queries,
    })
}

/// The reports of one page.
struct Reports<'a> {
    google: &'a GoogleClient,
    access: &'a SecretString,
    url: Url,
    deadline: Instant,
    query: &'a PageQuery,
}

impl Reports<'_> {
    /// The figures of all searches, if there are any.
    async fn totals(&self, page: &Url) -> Result<Option<Row>, SearchError> {
        let rows = self.rows(page, &[], 1).await?;
        Ok(rows.into_iter().next())
    }

    /// The figures by search query.
    async fn queries(&self, page: &Url) -> Result<Vec<QueryPerformance>, SearchError> {
        let most = self.query.most_queries.clamp(1, 25_000);
        let rows = self.rows(page, &["query"], most).await?;
        let named = rows.into_iter().filter_map(|row| {
            let query = row.keys.into_iter().next()?;
            Some(QueryPerformance {
                query,
                clicks: count(row.clicks),
                impressions: count(row.impressions),
                position: row.position,
            })
        });
        Ok(named.take(usize::from(most)).collect())
    }

    async fn rows(
        &self,
        page: &Url,
        dimensions: &[&str],
        row_limit: u16,
    ) -> Result<Vec<Row>, SearchError> {
        let filter = json!({ "dimension": "page", "operator": "equals", "expression": page });
        let mut body = json!({
            "startDate": self.query.window.first,
            "endDate": self.query.window.last,
            "dimensionFilterGroups": [{ "groupType": "and", "filters": [filter] }],
            "rowLimit": row_limit,
            "type": "web",
            "dataState": "final",
        });
        if let (false, Some(members)) = (dimensions.is_empty(), body.as_object_mut()) {
            members.insert("dimensions".to_owned(), Value::from(dimensions.to_vec()));
        }
        let request = Request::post(self.url.clone()).body(Body::Json(body));
        let request = authorized(request, self.access)?;
        let judge = |response: &Response| read::<Report>(response, self.access);
        let report = self
            .google
            .call(request, Repeat::Transient, self.deadline, judge)
            .await?;
        Ok(report.rows)
    }
}

/// `page` with a slash at the end of its path, or without the one that it has.
fn other_slash(page: &Url) -> Url {
    let mut other = page.clone();
    match page.path().strip_suffix('/') {
        Some(shorter) => other.set_path(shorter),
        None => other.set_path(&format!("{}/", page.path())),
    }
    other
}

/// Reads the JSON of a success.
fn read<T: serde::de::DeserializeOwned>(
    response: &Response,
    access: &SecretString,
) -> Result<T, SearchError> {
    if response.status.is_success() {
        object(response)
    } else {
        Err(of_api(response, access))
    }
}
