//! An import of a deployed host gives the same responses as the host, member by member. The host is given by
//! HOST_URL, HOST_USER and HOST_APP_PASSWORD and filled by `tests/wordpress/content.php` (`tests/wordpress/run.sh`
//! does both); without these variables the test reports that and passes.

use std::collections::BTreeMap;
use std::sync::Arc;

use embedded::clock::SystemClock;
use embedded::random::SeededRandom;
use host_client::{Basic, Host};
use markup::escape;
use pauta_tests::site::TestSite;
use serde_json::Value;
use site_import::{Importer, NoProgress, Source};

use crate::import::{FAST, client, now};
use crate::import_failures::lines;

/// The kinds that are imported, each with the statuses that a list request must name.
const KINDS: [(&str, &str); 14] = [
    ("users", ""),
    ("categories", ""),
    ("tags", ""),
    ("menus", ""),
    ("wp_pattern_category", ""),
    ("media", "inherit,private,trash"),
    ("posts", ALL),
    ("pages", ALL),
    ("blocks", ALL),
    ("menu-items", "publish,draft"),
    ("comments", "approve"),
    ("comments", "hold"),
    ("comments", "spam"),
    ("comments", "trash"),
];
const ALL: &str = "publish,future,draft,pending,private,trash";

/// Members that each host generates from its own address, language, theme and rights.
const OWN: [&str; 15] = [
    "_links",
    "author_avatar_urls",
    "avatar_urls",
    "capabilities",
    "class_list",
    "extra_capabilities",
    "generated_slug",
    "guid",
    "link",
    "missing_image_sizes",
    "permalink_template",
    "preview_link",
    "rendered",
    "type_label",
    "persisted_preferences",
];

/// Members that hosts store with encoded HTML special characters and that are plain text here.
const ENCODED: [(&str, &str); 7] = [
    ("tags", "name"),
    ("users", "name"),
    ("users", "first_name"),
    ("users", "last_name"),
    ("users", "nickname"),
    ("settings", "title"),
    ("settings", "description"),
];

/// Members with one value for all items of a kind.
const CONSTANT: [&str; 4] = ["type", "taxonomy", "protected", "block_version"];

type Answers = BTreeMap<String, Value>;

/// The responses of a host to its administrator: items by route and identifier. For a copy, `of` contains the
/// source's responses and origin.
async fn answers(host: &Host, of: Option<(&Answers, &str)>) -> Answers {
    let mut answers = Answers::new();
    let own = host.rest_root.origin().ascii_serialization();
    let origins = [own.as_str(), of.map_or(own.as_str(), |(_, origin)| origin)];
    let of = of.map(|(of, _)| of);
    let mut add = |name: String, mut value: Value| {
        let route = name.split('/').next().unwrap_or_default().to_owned();
        comparable(&mut value, &route, origins);
        answers.insert(name, value);
    };
    let client = client();
    for (route, status) in KINDS {
        let mut query = vec![("context", "edit"), ("orderby", "id"), ("order", "asc")];
        if !status.is_empty() {
            query.push(("status", status));
        }
        if route == "comments" {
            query.push(("type", "all"));
        }
        for number in 1.. {
            let page = client
                .collection_page(host, route, &query, 100, number)
                .await
                .unwrap();
            for item in page.items {
                let name = format!("{route}/{}", item["id"]);
                if of.is_some_and(|of| !of.contains_key(&name)) {
                    // An item of the copy alone, such as a login.
                    continue;
                }
                if matches!(route, "posts" | "pages" | "blocks") {
                    for revision in revisions(host, &name).await {
                        add(format!("{name}/revisions/{}", revision["id"]), revision);
                    }
                }
                add(name, item);
            }
            if number >= page.total_pages.unwrap() {
                break;
            }
        }
    }
    for route in ["settings", "menu-locations"] {
        let edit = [("context", "edit")];
        let read = client.route(host, route, &edit).await.unwrap();
        add(route.to_owned(), read);
    }
    answers
}

/// The revisions of an item without autosaves.
async fn revisions(host: &Host, item: &str) -> Vec<Value> {
    let route = format!("{item}/revisions");
    let query = [("context", "edit"), ("per_page", "100")];
    let read = client().route(host, &route, &query).await.unwrap();
    let mut revisions = read.as_array().unwrap().clone();
    revisions.retain(|one| !one["slug"].as_str().unwrap().contains("-autosave"));
    revisions
}

/// Removes members that each host generates, and replaces the hosts' origins by a common one.
fn comparable(value: &mut Value, route: &str, origins: [&str; 2]) {
    match value {
        Value::Object(map) => {
            if route == "settings" {
                map.shift_remove("url");
            }
            map.retain(|name, _| !OWN.contains(&name.as_str()));
            for (name, value) in map.iter_mut() {
                comparable(value, "", origins);
                let is_encoded = ENCODED.contains(&(route, name.as_str()));
                if let Some(text) = value.as_str().filter(|_| is_encoded) {
                    *value = escape::decode(text).into();
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| comparable(one, "", origins)),
        Value::String(text) => {
            *text = text.replace("/wp-content/uploads/", "/uploads/");
            for origin in origins {
                *text = text.replace(origin, "http://site.example");
            }
        }
        _ => {}
    }
}

/// Whether a value is empty: empty maps and lists are equivalent, as are missing values.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.iter().all(is_nothing),
        Value::Object(map) => map.values().all(is_nothing),
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Bool(true) => false,
    }
}

/// The paths of the members in which two responses differ.
fn differences(there: &Value, here: &Value, path: &str, found: &mut Vec<String>) {
    match (there, here) {
        _ if is_nothing(there) && is_nothing(here) => {}
        (Value::Object(theirs), Value::Object(ours)) => {
            for (name, value) in theirs {
                let below = format!("{path}.{name}");
                differences(value, ours.get(name).unwrap_or(&Value::Null), &below, found);
            }
        }
        _ if there == here => {}
        _ => found.push(format!("{path}: {there} there, {here} here")),
    }
}

/// Checks that each member of each kind is filled in at least one item, and differs between items.
fn assert_filled(answers: &Answers, fresh: &Answers) {
    let mut seen: BTreeMap<(String, String), Vec<&Value>> = BTreeMap::new();
    for (name, item) in answers {
        let parts: Vec<&str> = name.split('/').collect();
        let kind = match parts.as_slice() {
            [kind, _, "revisions", _] => format!("revisions of {kind}"),
            [kind, ..] => (*kind).to_owned(),
            [] => String::new(),
        };
        for (member, value) in item.as_object().into_iter().flatten() {
            let key = (kind.clone(), member.clone());
            seen.entry(key).or_default().push(value);
        }
    }
    for ((kind, member), values) in &seen {
        let has_meta = ["posts", "pages", "blocks", "comments"]
            .iter()
            .any(|with_meta| kind.ends_with(with_meta));
        // Other kinds have no registered meta, and `invalid` is true only for a defective menu item. Settings are
        // compared with those of a new host below.
        if (member == "meta" && !has_meta) || member == "invalid" || kind == "settings" {
            continue;
        }
        let is_filled = values.iter().any(|value| !is_nothing(value));
        assert!(is_filled, "no item of {kind} has {member}");
        let is_varied = values.iter().any(|value| *value != values[0]);
        let is_single = values.len() == 1 || CONSTANT.contains(&member.as_str());
        assert!(
            is_varied || is_single,
            "{member} of {kind} is always {}",
            values[0]
        );
    }
    let (there, new) = (&answers["settings"], &fresh["settings"]);
    for (name, value) in there.as_object().unwrap() {
        assert_ne!(Some(value), new.get(name), "{name} is as on a new site");
    }
}

fn login() -> Option<(String, Basic)> {
    let login = Basic {
        user: std::env::var("HOST_USER").ok()?,
        password: std::env::var("HOST_APP_PASSWORD").ok()?.into(),
    };
    Some((std::env::var("HOST_URL").ok()?, login))
}

async fn host_of(address: &str, login: Basic) -> Host {
    let source = Source::find(&client(), address, login).await;
    source.unwrap().host
}

#[tokio::test]
async fn a_copy_of_a_deployed_host_answers_as_that_host() {
    let Some((address, login)) = login() else {
        println!("skipped; run it with tests/wordpress/run.sh");
        return;
    };
    let site = async |seed| {
        let random = Arc::new(SeededRandom::new(seed));
        // Under vendor names, so that members have the same names on both sides.
        TestSite::disguised(Arc::new(SystemClock), random).await
    };
    let of_site = async |site: &TestSite| {
        let address = format!("http://{}/", site.address);
        host_of(&address, site.admin()).await
    };
    let source = host_of(&address, login.clone()).await;
    let origin = source.rest_root.origin().ascii_serialization();
    let there = answers(&source, None).await;
    let fresh = site(91).await;
    assert_filled(&there, &answers(&of_site(&fresh).await, None).await);

    let copy = site(92).await;
    let source = Source::find(&client(), &address, login).await.unwrap();
    let store = copy.as_another_process();
    let importer = Importer::new(client(), source, store, now(), &NoProgress);
    let report = importer.with_backoff(FAST).run().await.unwrap();
    assert!(report.is_complete(), "{:#?}", lines(&report));

    let here = answers(&of_site(&copy).await, Some((&there, &origin))).await;
    let mut found = Vec::new();
    for (name, item) in &there {
        match here.get(name) {
            Some(own) => differences(item, own, name, &mut found),
            None => found.push(format!("{name} is not here")),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    let counts = report.counts("revisions");
    assert!(counts.added >= 15, "{counts:?}");
}
