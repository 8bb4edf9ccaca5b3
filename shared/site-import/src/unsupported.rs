//! Reports post types and taxonomies of the host's extensions, which the site does not support.

use serde_json::Value;

use crate::collections::is_known;
use crate::error::in_words;
use crate::reader::Reader;
use crate::report::Report;

/// Adds the unsupported types and taxonomies, with their numbers of items, to the report.
pub async fn report(reader: &Reader, report: &mut Report) {
    let edit = [("context", "edit".to_owned())];
    for list in ["types", "taxonomies"] {
        let all = match reader.route(list, &edit).await {
            Ok(Value::Object(all)) => all,
            // An empty object is returned as an empty list.
            Ok(_) => continue,
            Err(error) => {
                report.leave_out(list, None, in_words(&error));
                continue;
            }
        };
        for (name, one) in all {
            let member = |name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default();
            let route = member("rest_base");
            let own = &reader.source.host.namespace;
            // Older releases have a single namespace and do not report it.
            let namespace = match member("rest_namespace") {
                "" => own,
                namespace => namespace,
            };
            if route.is_empty() || is_known(route) || namespace != own {
                continue;
            }
            let count = reader.total(route).await;
            match count {
                Ok(0) => {}
                Ok(count) => {
                    report.leave_out(
                        route,
                        None,
                        format!("{count} of a kind ({name}) that this site does not have"),
                    );
                }
                Err(_) => report.leave_out(
                    route,
                    None,
                    format!("a kind ({name}) that this site does not have"),
                ),
            }
        }
    }
}
