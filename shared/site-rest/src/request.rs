//! A request as the dispatcher takes it: from the network, from a link to embed, or from a batch.

use bytes::Bytes;
use http::{HeaderMap, Method};
use serde_json::{Map, Value};

/// A file of a multipart form.
#[derive(Debug, Clone)]
pub struct Upload {
    /// The name of the form part; `file` for media.
    pub field: String,
    /// The file name that the client gave.
    pub file_name: String,
    /// The media type that the client gave.
    pub content_type: String,
    /// The content.
    pub bytes: Bytes,
}

/// The named values of a body.
#[derive(Debug, Clone, Default)]
pub enum Body {
    /// None.
    #[default]
    None,
    /// From JSON.
    Json(Map<String, Value>),
    /// From a form.
    Form(Map<String, Value>),
    /// It said it was JSON and is not; the parser's words and place.
    BadJson(String),
}

/// A request to dispatch.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method, after overrides.
    pub method: Method,
    /// The path below the REST root, decoded, with a leading slash.
    pub path: String,
    /// The query as sent, without the leading `?` and without `rest_route`.
    pub raw_query: String,
    /// The query, parsed.
    pub query: Map<String, Value>,
    /// The named values of the body.
    pub body: Body,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as bytes, for uploads; empty for multipart forms.
    pub raw: Bytes,
    /// The files of a multipart form.
    pub uploads: Vec<Upload>,
}

impl Request {
    /// A read of `path` with this query, as made to embed what a link points at.
    pub fn read(path: String, raw_query: String, query: Map<String, Value>) -> Self {
        Self {
            method: Method::GET,
            path,
            raw_query,
            query,
            body: Body::None,
            headers: HeaderMap::new(),
            raw: Bytes::new(),
            uploads: Vec::new(),
        }
    }

    /// Whether a parameter is present in the query, whatever its value.
    pub fn asks(&self, name: &str) -> bool {
        self.query.contains_key(name)
    }

    /// The values by precedence: JSON body, form body, query, defaults; what the path says beats
    /// them all, so that no body can turn a request to another item
    /// (docs/interface/site/requests.md#sources-of-parameters).
    pub(crate) fn merged<'a>(
        &'a self,
        captures: &[(String, String)],
        defaults: impl Iterator<Item = (&'a str, &'a Value)>,
    ) -> Map<String, Value> {
        let (json, form) = match &self.body {
            Body::Json(values) => (Some(values), None),
            Body::Form(values) => (None, Some(values)),
            Body::None | Body::BadJson(_) => (None, None),
        };
        let mut merged = Map::new();
        for (name, value) in json
            .into_iter()
            .chain(form)
            .chain(Some(&self.query))
            .flatten()
        {
            if !merged.contains_key(name) {
                merged.insert(name.clone(), value.clone());
            }
        }
        for (name, value) in captures {
            merged.insert(name.clone(), Value::String(value.clone()));
        }
        for (name, value) in defaults {
            if !merged.contains_key(name) {
                merged.insert(name.to_owned(), value.clone());
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn precedence() {
        let object = |value: Value| value.as_object().cloned().unwrap();
        let mut request = Request::read(
            "/x/7".to_owned(),
            String::new(),
            object(json!({"a": "query", "b": "query", "id": "8"})),
        );
        request.body = Body::Json(object(json!({"a": "json", "id": 9, "n": null})));
        let captures = [("id".to_owned(), "7".to_owned())];
        let defaults = [
            ("b", json!("default")),
            ("c", json!("default")),
            ("n", json!("default")),
        ];
        let merged = request.merged(
            &captures,
            defaults.iter().map(|(name, value)| (*name, value)),
        );
        assert_eq!(
            Value::Object(merged),
            json!({"a": "json", "id": "7", "n": null, "b": "query", "c": "default"})
        );
    }
}
