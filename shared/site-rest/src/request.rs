//! A request in the form that the dispatcher takes: from the network, from an embedded link, or from a batch.

use bytes::Bytes;
use http::{HeaderMap, Method};
use serde_json::{Map, Value};

/// A file of a multipart form.
#[derive(Debug, Clone)]
pub struct Upload {
    /// Name of the form part; `file` for media.
    pub field: String,
    /// File name as the client sent it.
    pub file_name: String,
    /// Media type as the client sent it.
    pub content_type: String,
    /// Content.
    pub bytes: Bytes,
}

/// The parameters in a body.
#[derive(Debug, Clone, Default)]
pub enum Body {
    /// None.
    #[default]
    None,
    /// From JSON.
    Json(Map<String, Value>),
    /// From a form.
    Form(Map<String, Value>),
    /// A body declared as JSON that cannot be parsed, with the parser's message.
    BadJson(String),
}

/// A request to dispatch.
#[derive(Debug, Clone)]
pub struct Request {
    /// Method, after overrides.
    pub method: Method,
    /// Path relative to the REST root, decoded, with a leading slash.
    pub path: String,
    /// Query as sent, without the leading `?` and without `rest_route`.
    pub raw_query: String,
    /// Parsed query.
    pub query: Map<String, Value>,
    /// Parameters in the body.
    pub body: Body,
    /// Headers.
    pub headers: HeaderMap,
    /// Body as bytes, for uploads; empty for multipart forms.
    pub raw: Bytes,
    /// Files of a multipart form.
    pub uploads: Vec<Upload>,
}

impl Request {
    /// A GET request for `path` with this query, as made for embedded links.
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

    fn is_reading(&self) -> bool {
        matches!(self.method, Method::GET | Method::HEAD)
    }

    /// Whether the query contains a parameter, whatever its value.
    pub fn asks(&self, name: &str) -> bool {
        self.query.contains_key(name)
    }

    /// The parameters by precedence: path, JSON body, form body, query, defaults. The path comes first, so that no
    /// body can redirect a request to another item (docs/interface/site/requests.md#sources-of-parameters). A form in a
    /// reading request is no source.
    pub(crate) fn merged<'a>(
        &'a self,
        captures: &[(String, String)],
        defaults: impl Iterator<Item = (&'a str, &'a Value)>,
    ) -> Map<String, Value> {
        let (json, form) = match &self.body {
            Body::Json(values) => (Some(values), None),
            Body::Form(values) if !self.is_reading() => (None, Some(values)),
            Body::None | Body::Form(_) | Body::BadJson(_) => (None, None),
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
        request.body = Body::Form(object(json!({"a": "form"})));
        let of_form = |request: &Request| request.merged(&[], std::iter::empty());
        assert_eq!(of_form(&request)["a"], "query");
        request.method = Method::PUT;
        assert_eq!(of_form(&request)["a"], "form");
    }
}
