//! Addresses of routes with values for their parameters.

use serde_json::{Map, Value};

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
        .map_or_else(|| item.clone(), Value::to_string);
    let mut path = pattern.to_owned();
    let mut held = Vec::new();
    for (group, name, value) in [
        (r"(?P<parent>[\d]+)", "parent", item.clone()),
        (r"(?P<id>[\d]+)", "id", revision),
        (r"(?P<user_id>(?:[\d]+|me))", "user_id", item),
        (r"(?P<type>[\w-]+)", "type", "post".to_owned()),
        (r"(?P<status>[\w-]+)", "status", "draft".to_owned()),
        (r"(?P<taxonomy>[\w-]+)", "taxonomy", "category".to_owned()),
        (r"(?P<location>[\w-]+)", "location", "primary".to_owned()),
        (
            "(?P<namespace>[a-zA-Z0-9_-]+)",
            "namespace",
            "core".to_owned(),
        ),
        ("(?P<name>[a-zA-Z0-9_-]+)", "name", "list".to_owned()),
        (
            r#"(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)"#,
            "stylesheet",
            "pauta".to_owned(),
        ),
        (
            r#"(?P<parent>([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+)"#,
            "parent",
            "pauta//single".to_owned(),
        ),
        (
            r#"(?P<id>([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+)"#,
            "id",
            "pauta//single".to_owned(),
        ),
        (
            r"(?P<stylesheet>[\/\s%\w\.\(\)\[\]\@_\-]+)",
            "stylesheet",
            "pauta".to_owned(),
        ),
        (
            r"(?P<id>[\/\w-]+)",
            "id",
            site_store::GLOBAL_STYLES.to_string(),
        ),
        (
            "(?P<name>[a-z0-9-]+/[a-z0-9-]+)",
            "name",
            "core/latest-posts".to_owned(),
        ),
        (
            r"(?P<name>[a-zA-Z0-9\-\/]+?)",
            "name",
            "pauta/create-draft".to_owned(),
        ),
        (
            r"(?P<name>[a-zA-Z0-9\-\/]+)",
            "name",
            "core/get-site-info".to_owned(),
        ),
        (
            "(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)",
            "slug",
            "content".to_owned(),
        ),
        (
            r"(?P<plugin>[^.\/]+(?:\/[^.\/]+)?)",
            "plugin",
            "seo/seo".to_owned(),
        ),
        (r"(?P<id>[\w-]+)", "id", "rodape".to_owned()),
        (r"(?P<id>[\w\-]+)", "id", "block-2".to_owned()),
        ("(?P<id>[a-zA-Z0-9_-]+)", "id", "block".to_owned()),
        (
            r"(?P<uuid>[\w\-]+)",
            "uuid",
            made["uuid"].as_str().unwrap().to_owned(),
        ),
    ] {
        if path.contains(group) {
            path = path.replace(group, &value);
            held.push(name.to_owned());
        }
    }
    assert!(!path.contains("(?P"), "no value for {pattern}");
    (path, held)
}
