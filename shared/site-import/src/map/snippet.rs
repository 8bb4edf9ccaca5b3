//! Mapping of code snippets.

use domain::site::SnippetScope;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_store::Snippet;

use super::member::{Item, Member};
use super::{MapError, Mapped};

/// Maps a snippet.
pub fn map(item: &Item<'_>) -> Result<Mapped<Snippet>, MapError> {
    let mut record = Snippet {
        name: item.get("name")?.text()?,
        desc: item.get("desc")?.text()?,
        code: item.get("code")?.text()?,
        tags: item.get("tags")?.texts()?,
        scope: item.get("scope")?.word(SnippetScope::named)?,
        active: item.get("active")?.flag()?,
        priority: item.get("priority")?.number()?,
        modified: modified(item.get("modified")?)?,
        // What a snippet has after its creation.
        revision: 2,
        ..Snippet::new(item.id()?)
    };
    record.code_error = record.error_of_scope();
    Ok(Mapped {
        record,
        lost: Vec::new(),
    })
}

/// Time of the last change, in UTC; the epoch for a snippet that was never changed.
fn modified(member: Member<'_>) -> Result<Timestamp, MapError> {
    let text = member.text()?;
    if text.is_empty() {
        return Ok(Timestamp::UNIX_EPOCH);
    }
    let date = DateTime::strptime("%Y-%m-%d %H:%M:%S", &text);
    date.and_then(|date| date.to_zoned(TimeZone::UTC))
        .map(|date| date.timestamp())
        .map_err(|_| MapError::Malformed("modified"))
}

/// Whether a snippet of the host is active there and will have no effect here.
pub fn is_idle(item: &Value) -> bool {
    let scope = item.get("scope").and_then(Value::as_str);
    let scope = scope.and_then(SnippetScope::named);
    item.get("active") == Some(&Value::Bool(true))
        && scope.is_some_and(|scope| !scope.takes_effect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use site_store::CodeError;

    use super::*;

    fn item() -> Value {
        json!({
            "id": 7, "name": "Nome", "desc": "<p>D</p>", "code": "\necho 1;\n", "tags": ["um", "dois"],
            "scope": "front-end", "active": true, "priority": 4, "network": false, "shared_network": false,
            "modified": "2024-05-01 10:00:00",
        })
    }

    #[test]
    fn every_member_is_kept() {
        let mapped = map(&Item::whole(&item())).unwrap();
        assert!(mapped.lost.is_empty());
        let expected = Snippet {
            id: 7,
            name: "Nome".to_owned(),
            desc: "<p>D</p>".to_owned(),
            code: "\necho 1;\n".to_owned(),
            tags: vec!["um".to_owned(), "dois".to_owned()],
            scope: SnippetScope::FrontEnd,
            active: true,
            priority: 4,
            modified: "2024-05-01T10:00:00Z".parse().unwrap(),
            revision: 2,
            code_error: Some(CodeError::NotRun),
        };
        assert_eq!(mapped.record, expected);
        assert!(is_idle(&item()));
    }

    #[test]
    fn a_malformed_snippet_is_refused() {
        for (name, value) in [
            ("scope", json!("nowhere")),
            ("modified", json!("yesterday")),
            ("priority", json!(-4)),
            ("tags", json!("a")),
            ("id", json!(0)),
        ] {
            let mut item = item();
            item[name] = value;
            let is_list_of_one = name == "tags";
            assert_eq!(map(&Item::whole(&item)).is_ok(), is_list_of_one, "{name}");
        }
        let mut missing = item();
        missing.as_object_mut().unwrap().remove("code");
        let refused = map(&Item::whole(&missing)).unwrap_err();
        assert_eq!(refused, MapError::Missing("code"));
    }
}
