//! JSON representation of application passwords.

use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};
use site_api::format::gmt;
use site_api::reply::shows_links;
use site_rest::{Fields, Link, Links, SiteContext};
use site_store::AppPassword;

use site_contract::core::application_passwords::PASSWORD;

/// The JSON representation of an application password; `text` is the plain text, present only in the response to its
/// creation.
pub fn view(
    password: &AppPassword,
    text: Option<&SecretString>,
    site: &SiteContext,
    context: &str,
    fields: &Fields,
) -> Value {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("uuid", json!(password.uuid.to_string()));
    put(
        "app_id",
        json!(password.app_id.map(|id| id.to_string()).unwrap_or_default()),
    );
    put("name", json!(password.name));
    put("created", json!(gmt(password.created)));
    put("last_used", json!(password.last_used.map(gmt)));
    put("last_ip", json!(password.last_ip));
    if let Some(text) = text {
        put(
            "password",
            json!(vault::application_password::chunked(text).expose_secret()),
        );
    }
    let mut value = Value::Object(out);
    PASSWORD.schema().keep_context(&mut value, context);
    if let (true, Some(map)) = (shows_links(fields), value.as_object_mut()) {
        let own = format!(
            "/core/v2/users/{}/application-passwords/{}",
            password.user, password.uuid
        );
        // Only callers who manage this user's passwords get this representation.
        let allow = vec!["GET", "POST", "PUT", "PATCH", "DELETE"];
        let links = Links::new().link("self", Link::to(site.url(&own)).allowing(allow));
        map.insert("_links".to_owned(), links.into_value(site));
    }
    value
}
