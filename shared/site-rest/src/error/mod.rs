//! Refusals, as the interface words them: a code that never changes, a message in the site's
//! language, a status, and data that says where the fault lies.

pub mod codes;
mod message;

pub use message::{Code, Row, Status, members};

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

/// A refusal. One pointer wide, as it is the error of nearly everything here.
#[derive(Debug)]
pub struct RestError(Box<Refusal>);

#[derive(Debug)]
struct Refusal {
    code: &'static Row,
    status: Status,
    members: Vec<Member>,
    data: Map<String, Value>,
    params: Vec<(String, RestError)>,
    additional: Vec<RestError>,
    beside: Vec<Value>,
    retry_after: Option<u64>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What fills a place of a message.
#[derive(Debug)]
enum Member {
    /// This text.
    Text(String),
    /// The message of another refusal, in the language of this one.
    Reason(RestError),
}

impl Member {
    fn texts<const MEMBERS: usize>(members: [&dyn fmt::Display; MEMBERS]) -> Vec<Self> {
        let texts = members.into_iter().map(|member| member.to_string());
        texts.map(Self::Text).collect()
    }
}

impl RestError {
    /// A refusal with the code's usual status.
    pub fn new(code: &'static Code) -> Self {
        Self::of(code.row(), Vec::new())
    }

    /// A refusal whose message names `members`, one for each place of its texts.
    pub fn naming<const MEMBERS: usize>(
        code: &'static Code<MEMBERS>,
        members: [&dyn fmt::Display; MEMBERS],
    ) -> Self {
        Self::of(code.row(), Member::texts(members))
    }

    /// A refusal whose message names `members` and ends with the message of `reason`.
    pub(crate) fn because(
        code: &'static Code<3>,
        members: [&dyn fmt::Display; 2],
        reason: Self,
    ) -> Self {
        let mut members = Member::texts(members);
        members.push(Member::Reason(reason));
        Self::of(code.row(), members)
    }

    fn of(code: &'static Row, members: Vec<Member>) -> Self {
        Self(Box::new(Refusal {
            code,
            status: code.status,
            members,
            data: Map::new(),
            params: Vec::new(),
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

    /// A refusal of parameters, each with its reason (docs/interface/site/schemas.md#detail-codes).
    pub fn params(failures: Vec<(String, Self)>) -> Self {
        let names: Vec<&str> = failures.iter().map(|(name, _)| name.as_str()).collect();
        let mut error = Self::naming(&codes::INVALID_PARAM, [&names.join(", ")]);
        error.0.params = failures;
        error
    }

    /// A failure of ours: 500 with a message that says nothing of its cause, which is logged.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::new(&codes::INTERNAL).caused_by(cause)
    }

    /// With the cause of a fault of the server, for the log; no answer tells it.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(cause.into());
        self
    }

    /// With another status than the code's usual one.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.0.status = Status::Fixed(status);
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
            .stated(signed_in)
            .and_then(|number| StatusCode::from_u16(number).ok())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Whether it tells of a fault of the server, not of a mistake of the client.
    pub fn is_fault(&self) -> bool {
        self.0.status.is_fault()
    }

    /// Logs a fault of the server as an error, with its cause. Mistakes of clients are not logged, also where
    /// deployed systems, and so this one, answer them with a 5xx.
    pub fn log_fault(&self) {
        if self.is_fault() {
            let cause = self.cause().map(ToString::to_string).unwrap_or_default();
            tracing::error!(target: "site", code = self.code(), cause, "request failed");
        }
    }

    /// The message in `locale`.
    pub fn message(&self, locale: Locale) -> String {
        let text = match locale {
            Locale::PtBr => self.0.code.pt,
            Locale::En => self.0.code.en,
        };
        let members: Vec<String> = self
            .0
            .members
            .iter()
            .map(|member| match member {
                Member::Text(text) => text.clone(),
                Member::Reason(reason) => reason.message(locale),
            })
            .collect();
        message::filled(text, &members)
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
        std::ptr::eq(self.0.code, codes::INVALID_PARAM_BARE.row())
    }

    /// Code, message and data; `data` is null where there is none, which is also so for the few
    /// refusals that deployed systems answer without a status, as 500.
    fn stripped(&self, locale: Locale, signed_in: bool) -> Value {
        let mut data = Map::new();
        if let Some(status) = self.0.status.stated(signed_in) {
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
                RestError::naming(&codes::OUT_OF_BOUNDS, [&"per_page", &"≥ 1, ≤ 100"]),
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

    /// Every message of the table, in both languages, with a member of its own in each place.
    #[test]
    fn every_message_holds_its_members_and_no_place_stays_empty() {
        for row in codes::ALL {
            for text in [row.pt, row.en] {
                let members: Vec<String> = (0..message::members(text))
                    .map(|place| format!("‹member {place}›"))
                    .collect();
                let shown = message::filled(text, &members);
                assert!(!shown.is_empty(), "{}", row.name);
                assert!(!shown.contains(['{', '}']), "{}: {shown}", row.name);
                for member in &members {
                    assert_eq!(shown.matches(member.as_str()).count(), 1, "{}", row.name);
                }
            }
        }
    }

    #[test]
    fn a_reason_is_told_in_the_language_of_the_whole() {
        let reason = RestError::naming(&codes::TOO_LONG, [&"a[b]", &3]);
        let error = RestError::because(&codes::NO_MATCHING_SCHEMA_BECAUSE, [&"a", &"{2}"], reason);
        assert_eq!(
            error.message(Locale::PtBr),
            "a não corresponde a {2}: a[b] deve ter no máximo 3 caracteres."
        );
        assert_eq!(
            error.message(Locale::En),
            "a does not match {2}: a[b] must have at most 3 characters."
        );
    }

    #[test]
    fn a_fault_is_a_5xx_that_no_deployed_system_answers_to_a_mistake() {
        for (code, status, fault) in [
            (&codes::INTERNAL, 500, true),
            (&codes::BUSY, 503, true),
            (&codes::STORAGE_FULL, 503, true),
            (&codes::TRASH_NOT_SUPPORTED, 501, false),
            (&codes::EXISTING_USER_LOGIN, 500, false),
            (&codes::NO_ROUTE, 404, false),
            (&codes::FORBIDDEN, 401, false),
        ] {
            let error = RestError::new(code);
            assert_eq!(error.http_status(false).as_u16(), status, "{error}");
            assert_eq!(error.is_fault(), fault, "{error}");
        }
        // A detail that is answered alone is a defect.
        assert!(RestError::bare(&codes::INVALID_PARAM_BARE).is_fault());
        assert!(
            !RestError::new(&codes::EMPTY_TERM_NAME)
                .status(400)
                .is_fault()
        );
    }
}
