//! Refusals, as the interface words them: a code that never changes, a message in the site's
//! language, a status, and data that says where the fault lies.

pub mod codes;

use std::{error::Error as StdError, fmt};

use http::StatusCode;
use serde_json::{Map, Value, json};

/// The language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locale {
    /// Brazilian Portuguese, the default of a site.
    #[default]
    PtBr,
    /// English.
    En,
}

impl Locale {
    /// The language of a locale name such as `pt_BR` or `en_US`; Portuguese for any other.
    pub fn named(name: &str) -> Self {
        if name.starts_with("en") {
            Self::En
        } else {
            Self::PtBr
        }
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PtBr => "pt_BR",
            Self::En => "en_US",
        }
    }
}

/// The HTTP status that belongs to a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// This one.
    Fixed(u16),
    /// 401 for a caller who is not signed in, 403 for one who is (spec: "Authorisation required").
    Authorization,
    /// None: a detail of another error. Answered alone it would be a 500.
    None,
}

impl Status {
    fn number(self, signed_in: bool) -> Option<u16> {
        match self {
            Self::Fixed(number) => Some(number),
            Self::Authorization if signed_in => Some(403),
            Self::Authorization => Some(401),
            Self::None => None,
        }
    }
}

/// One row of the table of codes.
#[derive(Debug)]
pub struct Code {
    /// The code on the wire.
    pub name: &'static str,
    /// Its usual status.
    pub status: Status,
    /// The message in Portuguese; `{0}`, `{1}`, `{2}` stand for what the error names.
    pub pt: &'static str,
    /// The message in English.
    pub en: &'static str,
}

/// A refusal. One pointer wide, as it is the error of nearly everything here.
#[derive(Debug)]
pub struct RestError(Box<Refusal>);

#[derive(Debug)]
struct Refusal {
    code: &'static Code,
    status: Status,
    names: Vec<String>,
    data: Map<String, Value>,
    params: Vec<(String, RestError)>,
    because: Option<RestError>,
    additional: Vec<RestError>,
    beside: Vec<Value>,
    retry_after: Option<u64>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl RestError {
    /// A refusal with the code's usual status.
    pub fn new(code: &'static Code) -> Self {
        Self(Box::new(Refusal {
            code,
            status: code.status,
            names: Vec::new(),
            data: Map::new(),
            params: Vec::new(),
            because: None,
            additional: Vec::new(),
            beside: Vec::new(),
            retry_after: None,
            source: None,
        }))
    }

    /// A detail without a status of its own.
    pub fn bare(code: &'static Code) -> Self {
        let mut error = Self::new(code);
        error.0.status = Status::None;
        error
    }

    /// A refusal of parameters, each with its reason (spec: `rest_invalid_param` data).
    pub fn params(failures: Vec<(String, Self)>) -> Self {
        let names: Vec<&str> = failures.iter().map(|(name, _)| name.as_str()).collect();
        let mut error = Self::new(&codes::INVALID_PARAM).naming(names.join(", "));
        error.0.params = failures;
        error
    }

    /// A failure of ours: 500 with a message that says nothing of its cause, which is logged.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let mut error = Self::new(&codes::INTERNAL);
        error.0.source = Some(cause.into());
        error
    }

    /// With another status than the code's usual one.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.0.status = Status::Fixed(status);
        self
    }

    /// Fills the next place of the message.
    #[must_use]
    pub fn naming(mut self, what: impl fmt::Display) -> Self {
        self.0.names.push(what.to_string());
        self
    }

    /// Fills the last place of the message with another refusal's message.
    #[must_use]
    pub(crate) fn because(mut self, reason: Self) -> Self {
        self.0.because = Some(reason);
        self
    }

    /// Adds a member to `data`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.data.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a second refusal, answered beside the first.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.additional.push(other);
        self
    }

    /// Adds further data, answered as `additional_data`.
    #[must_use]
    pub fn beside(mut self, data: Value) -> Self {
        self.0.beside.push(data);
        self
    }

    /// Moves what `data` holds besides the status to `additional_data`.
    #[must_use]
    pub fn data_aside(mut self) -> Self {
        let data = std::mem::take(&mut self.0.data);
        if data.is_empty() {
            self
        } else {
            self.beside(Value::Object(data))
        }
    }

    /// Tells the caller when to come back, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The code on the wire.
    pub fn code(&self) -> &'static str {
        self.0.code.name
    }

    /// What `data` holds besides the status.
    pub fn data(&self) -> &Map<String, Value> {
        &self.0.data
    }

    /// Seconds after which the caller may come back.
    pub fn seconds_to_wait(&self) -> Option<u64> {
        self.0.retry_after
    }

    /// The cause of a failure of ours, for the log.
    pub fn cause(&self) -> Option<&(dyn StdError + Send + Sync)> {
        self.0.source.as_deref()
    }

    /// The status of the answer.
    pub fn http_status(&self, signed_in: bool) -> StatusCode {
        self.0
            .status
            .number(signed_in)
            .and_then(|number| StatusCode::from_u16(number).ok())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The message in `locale`.
    pub fn message(&self, locale: Locale) -> String {
        let mut message = match locale {
            Locale::PtBr => self.0.code.pt,
            Locale::En => self.0.code.en,
        }
        .to_owned();
        let reason = self.0.because.as_ref().map(|inner| inner.message(locale));
        for (at, name) in self.0.names.iter().chain(&reason).enumerate() {
            message = message.replace(&format!("{{{at}}}"), name);
        }
        message
    }

    /// The body of the answer.
    pub fn envelope(&self, locale: Locale, signed_in: bool) -> Value {
        let mut body = self.stripped(locale, signed_in);
        if let (false, Value::Object(map)) = (self.0.additional.is_empty(), &mut body) {
            let others = self
                .0
                .additional
                .iter()
                .map(|other| other.stripped(locale, signed_in))
                .collect();
            map.insert("additional_errors".to_owned(), others);
        }
        if let (false, Value::Object(map)) = (self.0.beside.is_empty(), &mut body) {
            map.insert("additional_data".to_owned(), json!(self.0.beside));
        }
        body
    }

    /// A parameter refused without a reason that a code could tell apart.
    fn is_plain(&self) -> bool {
        std::ptr::eq(self.0.code, &codes::INVALID_PARAM_BARE)
    }

    /// Code, message and data; `data` is null where there is none, which is also so for the few
    /// refusals that deployed systems answer without a status, as 500.
    fn stripped(&self, locale: Locale, signed_in: bool) -> Value {
        let mut data = Map::new();
        if let Some(status) = self.0.status.number(signed_in) {
            data.insert("status".to_owned(), json!(status));
        }
        data.extend(self.0.data.clone());
        if !self.0.params.is_empty() {
            let reasons: Map<_, _> = self
                .0
                .params
                .iter()
                .map(|(name, error)| (name.clone(), Value::from(error.message(locale))))
                .collect();
            let details: Map<_, _> = self
                .0
                .params
                .iter()
                .filter(|(_, error)| !error.is_plain())
                .map(|(name, error)| (name.clone(), error.stripped(locale, signed_in)))
                .collect();
            data.insert("params".to_owned(), Value::Object(reasons));
            let details = if details.is_empty() {
                json!([])
            } else {
                Value::Object(details)
            };
            data.insert("details".to_owned(), details);
        }
        let data = if data.is_empty() {
            Value::Null
        } else {
            Value::Object(data)
        };
        json!({"code": self.0.code.name, "message": self.message(locale), "data": data})
    }
}

impl fmt::Display for RestError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.0.code.name, self.message(Locale::En))
    }
}

impl StdError for RestError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|cause| cause as &(dyn StdError + 'static))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_of_refused_parameters() {
        let error = RestError::params(vec![
            (
                "per_page".to_owned(),
                RestError::bare(&codes::OUT_OF_BOUNDS)
                    .naming("per_page")
                    .naming("≥ 1, ≤ 100"),
            ),
            (
                "status".to_owned(),
                RestError::new(&codes::FORBIDDEN_STATUS),
            ),
        ]);
        insta::assert_json_snapshot!(error.envelope(Locale::PtBr, false), @r#"
        {
          "code": "rest_invalid_param",
          "message": "Parâmetros inválidos: per_page, status",
          "data": {
            "status": 400,
            "params": {
              "per_page": "per_page está fora dos limites (≥ 1, ≤ 100).",
              "status": "Este status não pode ser consultado."
            },
            "details": {
              "per_page": {
                "code": "rest_out_of_bounds",
                "message": "per_page está fora dos limites (≥ 1, ≤ 100).",
                "data": null
              },
              "status": {
                "code": "rest_forbidden_status",
                "message": "Este status não pode ser consultado.",
                "data": {
                  "status": 401
                }
              }
            }
          }
        }
        "#);
        assert_eq!(error.http_status(true), StatusCode::BAD_REQUEST);
    }

    #[test]
    fn authorization_is_401_or_403_by_caller() {
        let error = RestError::new(&codes::FORBIDDEN);
        assert_eq!(error.http_status(false), StatusCode::UNAUTHORIZED);
        assert_eq!(error.http_status(true), StatusCode::FORBIDDEN);
    }

    #[test]
    fn causes_stay_inside() {
        let error = RestError::internal(std::io::Error::other("table gone"));
        assert!(
            !error
                .envelope(Locale::En, true)
                .to_string()
                .contains("table")
        );
        assert_eq!(error.http_status(true), StatusCode::INTERNAL_SERVER_ERROR);
    }

    #[test]
    fn codes_with_texts_in_both_languages() {
        for code in codes::ALL {
            assert!(!code.pt.is_empty() && !code.en.is_empty(), "{}", code.name);
            for place in ["{0}", "{1}", "{2}"] {
                assert_eq!(
                    code.pt.contains(place),
                    code.en.contains(place),
                    "{}",
                    code.name
                );
            }
        }
    }
}
