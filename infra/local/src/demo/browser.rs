//! HTTP client of the demonstration, on the guarded outbound client.

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, header};
use outbound::{Basic, Body, Outbound, Part, Policy, Redirects, Request, Response};
use serde_json::Value;
use url::Url;

use super::DemoError;

/// Client for addresses on this machine.
pub(crate) struct Browser {
    outbound: Outbound,
    bearer: Option<String>,
    basic: Option<Basic>,
}

fn failed(what: &str, reason: impl std::fmt::Display) -> DemoError {
    DemoError::Call {
        what: what.to_owned(),
        reason: reason.to_string(),
    }
}

impl Browser {
    /// Client without credentials.
    pub(crate) fn new() -> Result<Self, DemoError> {
        let outbound = Outbound::new(Policy::local()).map_err(|error| failed("setup", error))?;
        Ok(Self {
            outbound,
            bearer: None,
            basic: None,
        })
    }

    /// Client with an access token of the platform.
    pub(crate) fn signed_in(token: &str) -> Result<Self, DemoError> {
        Ok(Self {
            bearer: Some(token.to_owned()),
            ..Self::new()?
        })
    }

    /// Client with an application password of the site.
    pub(crate) fn on_site(login: Basic) -> Result<Self, DemoError> {
        Ok(Self {
            basic: Some(login),
            ..Self::new()?
        })
    }

    async fn call(&self, method: Method, address: &str, body: Body) -> Result<Response, DemoError> {
        let what = format!("{method} {address}");
        let url = Url::parse(address).map_err(|error| failed(&what, error))?;
        let mut request = Request::new(method, url)
            .body(body)
            .redirects(Redirects::Never)
            .credentials(self.basic.clone());
        if let Some(token) = &self.bearer {
            let value = HeaderValue::from_str(&format!("Bearer {token}"))
                .map_err(|error| failed(&what, error))?;
            request = request.header(header::AUTHORIZATION, value);
        }
        let response = self
            .outbound
            .send(request)
            .await
            .map_err(|error| failed(&what, error))?;
        if response.status.is_success() {
            Ok(response)
        } else {
            let text = String::from_utf8_lossy(&response.body)
                .chars()
                .take(600)
                .collect::<String>();
            Err(failed(&what, format!("HTTP {} {text}", response.status)))
        }
    }

    fn json(response: &Response) -> Result<Value, DemoError> {
        if response.body.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&response.body).map_err(|error| failed("reading an answer", error))
    }

    /// Requests JSON.
    pub(crate) async fn get(&self, address: &str) -> Result<Value, DemoError> {
        Self::json(&self.call(Method::GET, address, Body::Empty).await?)
    }

    /// Requests a page.
    pub(crate) async fn page(&self, address: &str) -> Result<String, DemoError> {
        let response = self.call(Method::GET, address, Body::Empty).await?;
        Ok(String::from_utf8_lossy(&response.body).into_owned())
    }

    /// Requests bytes.
    pub(crate) async fn bytes(&self, address: &str) -> Result<Bytes, DemoError> {
        Ok(self.call(Method::GET, address, Body::Empty).await?.body)
    }

    /// Posts JSON.
    pub(crate) async fn post(&self, address: &str, body: Value) -> Result<Value, DemoError> {
        Self::json(&self.call(Method::POST, address, Body::Json(body)).await?)
    }

    /// Replaces members with JSON.
    pub(crate) async fn put(&self, address: &str, body: Value) -> Result<Value, DemoError> {
        Self::json(&self.call(Method::PUT, address, Body::Json(body)).await?)
    }

    /// Submits the form of a page with a comment.
    pub(crate) async fn submit(&self, address: &str, comment: &str) -> Result<String, DemoError> {
        let what = format!("POST {address}");
        let url = Url::parse(address).map_err(|error| failed(&what, error))?;
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("comment", comment)
            .finish();
        let request = Request::post(url)
            .header(
                HeaderName::from_static("content-type"),
                HeaderValue::from_static("application/x-www-form-urlencoded"),
            )
            .body(Body::Bytes(Bytes::from(form)));
        let response = self
            .outbound
            .send(request)
            .await
            .map_err(|error| failed(&what, error))?;
        let text = String::from_utf8_lossy(&response.body).into_owned();
        if response.status.is_success() {
            Ok(text)
        } else {
            Err(failed(&what, response.status))
        }
    }

    /// Submits a form with a file.
    pub(crate) async fn upload(
        &self,
        address: &str,
        texts: &[(&str, &str)],
        file: Bytes,
    ) -> Result<Value, DemoError> {
        let mut parts: Vec<Part> = texts
            .iter()
            .map(|(name, text)| Part {
                name: (*name).to_owned(),
                file_name: None,
                content_type: None,
                bytes: Bytes::from((*text).to_owned()),
            })
            .collect();
        parts.push(Part {
            name: "file".to_owned(),
            file_name: Some("varanda.jpg".to_owned()),
            content_type: Some("image/jpeg".to_owned()),
            bytes: file,
        });
        Self::json(
            &self
                .call(Method::POST, address, Body::Multipart(parts))
                .await?,
        )
    }
}
