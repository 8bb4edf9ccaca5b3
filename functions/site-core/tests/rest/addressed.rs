//! Addresses of routes with values for their parameters.

use serde_json::{Map, Value};

/// Parameters of paths whose value is the same for every route: pattern, name, value.
const FIXED: [(&str, &str, &str); 21] = [
    (r"(?P<type>[\w-]+)", "type", "post"),
    (r"(?P<status>[\w-]+)", "status", "draft"),
    (r"(?P<taxonomy>[\w-]+)", "taxonomy", "category"),
    (r"(?P<location>[\w-]+)", "location", "primary"),
    ("(?P<namespace>[a-zA-Z0-9_-]+)", "namespace", "core"),
    ("(?P<name>[a-zA-Z0-9_-]+)", "name", "list"),
    (
        "(?P<name>[a-z0-9-]+/[a-z0-9-]+)",
        "name",
        "core/latest-posts",
    ),
    (r"(?P<name>[a-zA-Z0-9\-\/]+?)", "name", "pauta/create-draft"),
    (r"(?P<name>[a-zA-Z0-9\-\/]+)", "name", "core/get-site-info"),
    ("(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)", "slug", "content"),
    (r"(?P<slug>[\/\w-]+)", "slug", "uma-colecao"),
    ("(?P<slug>[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)", "slug", "core"),
    (
        "(?P<collection>[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)",
        "collection",
        "core",
    ),
    (
        "(?P<name>[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?/[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)",
        "name",
        "core/heart",
    ),
    (r"(?P<plugin>[^.\/]+(?:\/[^.\/]+)?)", "plugin", "seo/seo"),
    (r"(?P<id>[\w-]+)", "id", "rodape"),
    (r"(?P<id>[\w\-]+)", "id", "block-2"),
    ("(?P<id>[a-zA-Z0-9_-]+)", "id", "block"),
    (
        r#"(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)"#,
        "stylesheet",
        "pauta",
    ),
    (
        r"(?P<stylesheet>[\/\s%\w\.\(\)\[\]\@_\-]+)",
        "stylesheet",
        "pauta",
    ),
    (
        r#"(?P<parent>([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+)"#,
        "parent",
        "pauta//single",
    ),
];

/// An address that matches the pattern of a route, and the names of the parameters in it.
pub fn addressed(pattern: &str, made: &Map<String, Value>) -> (String, Vec<String>) {
    let base = pattern
        .strip_prefix("/core/v2/")
        .and_then(|below| below.split('/').next())
        .unwrap_or_default();
    let item = made.get(base).map_or("1".to_owned(), Value::to_string);
    let revision = made
        .get(&format!("{base}/revisions"))
        .filter(|_| pattern.contains("revisions"))
        .or_else(|| {
            made.get("font-faces")
                .filter(|_| pattern.contains("font-faces"))
        })
        .map_or_else(|| item.clone(), Value::to_string);
    let family = made
        .get("font-families")
        .map_or("1".to_owned(), Value::to_string);
    let uuid = made["uuid"].as_str().unwrap();
    let styles = site_store::GLOBAL_STYLES.to_string();
    let template = r#"(?P<id>([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+)"#;
    let own = [
        (r"(?P<parent>[\d]+)", "parent", item.as_str()),
        (r"(?P<id>[\d]+)", "id", &revision),
        (r"(?P<user_id>(?:[\d]+|me))", "user_id", &item),
        (r"(?P<uuid>[\w\-]+)", "uuid", uuid),
        (r"(?P<id>[\/\w-]+)", "id", &styles),
        (r"(?P<font_family_id>[\d]+)", "font_family_id", &family),
        (template, "id", "pauta//single"),
    ];
    let mut path = pattern.to_owned();
    let mut held = Vec::new();
    for (group, name, value) in own.into_iter().chain(FIXED) {
        if path.contains(group) {
            path = path.replace(group, value);
            held.push(name.to_owned());
        }
    }
    assert!(!path.contains("(?P"), "no value for {pattern}");
    (path, held)
}
