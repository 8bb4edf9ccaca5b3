//! The fields for search engines as custom fields of the host's post.

use std::time::Duration;

use domain::platform::search_field::SearchField;
use host_client::{Host, encode};
use platform_store::HostAnswer;
use serde_json::{Map, Value};

use crate::attempt::Attempt;

/// Cache lifetime of the host's list of custom fields.
const LIFETIME_WITH_KEYS: Duration = Duration::from_secs(60 * 60);

/// The lifetime when the list has none of the wanted fields, so that a newly installed extension is noticed soon.
const LIFETIME_WITHOUT_KEYS: Duration = Duration::from_secs(5 * 60);

/// Names of the custom field on hosts, the neutral one first; the others are those of a widespread extension,
/// which hosts register where a bridge opens them to the interface.
const fn keys(field: SearchField) -> [&'static str; 2] {
    match field {
        SearchField::Title => ["seo_title", "_yoast_wpseo_title"],
        SearchField::Description => ["seo_description", "_yoast_wpseo_metadesc"],
        SearchField::Keyword => ["focus_keyword", "_yoast_wpseo_focuskw"],
    }
}

/// The custom fields to send: those that are filled in, or that were emptied, under the names that the host
/// has registered. Fields that the host does not accept are recorded for the checklist. When the host does not
/// list its fields, the neutral names are sent: hosts drop unknown ones.
pub(crate) async fn meta(attempt: &mut Attempt<'_>, host: &Host) -> Map<String, Value> {
    attempt.job.findings.search_fields_not_taken.clear();
    let wanted: Vec<_> = SearchField::ALL
        .into_iter()
        .filter(|field| {
            let post = &attempt.post;
            !post.fields.search_field(*field).is_empty() || post.emptied.search.contains(field)
        })
        .collect();
    let mut meta = Map::new();
    if wanted.is_empty() {
        return meta;
    }
    let registered = registered(attempt, host).await;
    for field in wanted {
        let text = attempt.post.fields.search_field(field);
        let [neutral, _] = keys(field);
        let key = match &registered {
            Some(names) => keys(field)
                .into_iter()
                .find(|key| names.iter().any(|name| name == key)),
            None => Some(neutral),
        };
        match key {
            Some(key) => {
                meta.insert(key.to_owned(), Value::from(encode::search_field(text)));
            }
            None if text.is_empty() => {}
            None => attempt.job.findings.search_fields_not_taken.push(field),
        }
    }
    meta
}

/// The names of the custom fields that the host has registered for posts; none when the request fails, which
/// does not delay a publication.
async fn registered(attempt: &Attempt<'_>, host: &Host) -> Option<Vec<String>> {
    let (ports, site) = (attempt.ports, &attempt.site);
    let now = ports.clock.now_seconds();
    match ports
        .store
        .host_answer(site, HostAnswer::PostMeta, now)
        .await
    {
        Ok(Some(names)) => return Some(names),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(target: "publication", %error, "the cached custom fields of a host could not be read");
        }
    }
    let names = match ports.hosts.post_meta_keys(host).await {
        Ok(names) => names,
        Err(error) => {
            tracing::warn!(target: "publication", %error, "the host did not list its custom fields");
            return None;
        }
    };
    let has_any = SearchField::ALL
        .into_iter()
        .flat_map(keys)
        .any(|key| names.iter().any(|name| name == key));
    let lifetime = if has_any {
        LIFETIME_WITH_KEYS
    } else {
        LIFETIME_WITHOUT_KEYS
    };
    let seconds = i64::try_from(lifetime.as_secs()).unwrap_or_default();
    let caching = ports
        .store
        .cache_host_answer(site, HostAnswer::PostMeta, &names, now, seconds);
    if let Err(error) = caching.await {
        tracing::warn!(target: "publication", %error, "the custom fields of a host could not be cached");
    }
    Some(names)
}
