//! Errors of the interface: a stable code, a message in the site's language, a status, and data that locate the
//! mistake.

pub mod codes;
mod message;

pub use message::{Code, Row, Status, members};

use std::{error::Error as StdError, fmt};

use http::StatusCode;
use serde_json::{Map, Value, json};

/// Longest text of a cause in the log, in characters, as in the central log.
const CAUSE_LIMIT: usize = 1000;

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
    /// The locale with a name such as `pt_BR` or `en_US`; English for an empty one, as deployed systems store it, and
    /// Portuguese for any other.
    pub fn named(name: &str) -> Self {
        if name.is_empty() || name.starts_with("en") {
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

/// An error. It is one pointer wide, because most functions here return it.
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

/// A value for a placeholder of a message.
#[derive(Debug)]
enum Member {
    /// A text.
    Text(String),
    /// The message of another error, in the same language.
    Reason(RestError),
}

impl Member {
    fn texts<const MEMBERS: usize>(members: [&dyn fmt::Display; MEMBERS]) -> Vec<Self> {
        let texts = members.into_iter().map(|member| member.to_string());
        texts.map(Self::Text).collect()
    }
}

impl RestError {
    /// An error with the code's default status.
    pub fn new(code: &'static Code) -> Self {
        Self::of(code.row(), Vec::new())
    }

    /// An error whose message contains `members`, one for each placeholder.
    pub fn naming<const MEMBERS: usize>(
        code: &'static Code<MEMBERS>,
        members: [&dyn fmt::Display; MEMBERS],
    ) -> Self {
        Self::of(code.row(), Member::texts(members))
    }

    /// An error whose message contains `members` and ends with the message of `reason`.
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

    /// A detail of another error, without a status of its own.
    pub fn bare(code: &'static Code) -> Self {
        let mut error = Self::new(code);
        error.0.status = Status::None;
        error
    }

    /// An error about parameters, each with its reason (docs/interface/site/schemas.md#detail-codes).
    pub fn params(failures: Vec<(String, Self)>) -> Self {
        let names: Vec<&str> = failures.iter().map(|(name, _)| name.as_str()).collect();
        let mut error = Self::naming(&codes::INVALID_PARAM, [&names.join(", ")]);
        error.0.params = failures;
        error
    }

    /// A server error: 500 with a generic message; the cause is only logged.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::new(&codes::INTERNAL).caused_by(cause)
    }

    /// Adds the cause of a server error, for the log only.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(cause.into());
        self
    }

    /// Replaces the code's default status.
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

    /// Adds a second error to the response.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.additional.push(other);
        self
    }

    /// Adds further data, sent as `additional_data`.
    #[must_use]
    pub fn beside(mut self, data: Value) -> Self {
        self.0.beside.push(data);
        self
    }

    /// Moves the members of `data`, except the status, to `additional_data`.
    #[must_use]
    pub fn data_aside(mut self) -> Self {
        let data = std::mem::take(&mut self.0.data);
        if data.is_empty() {
            self
        } else {
            self.beside(Value::Object(data))
        }
    }

    /// Adds `Retry-After`, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The code on the wire.
    pub fn code(&self) -> &'static str {
        self.0.code.name
    }

    /// The members of `data` besides the status.
    pub fn data(&self) -> &Map<String, Value> {
        &self.0.data
    }

    /// Seconds until the caller may retry.
    pub fn seconds_to_wait(&self) -> Option<u64> {
        self.0.retry_after
    }

    /// The cause of a server error, for the log.
    pub fn cause(&self) -> Option<&(dyn StdError + Send + Sync)> {
        self.0.source.as_deref()
    }

    /// The status of the response.
    pub fn http_status(&self, signed_in: bool) -> StatusCode {
        self.0
            .status
            .stated(signed_in)
            .and_then(|number| StatusCode::from_u16(number).ok())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Whether it is a server error and not a mistake of the client.
    pub fn is_fault(&self) -> bool {
        self.0.status.is_fault()
    }

    /// Logs a server error with its cause. Mistakes of clients are not logged, even if deployed systems, and so this
    /// one, answer them with a 5xx.
    pub fn log_fault(&self) {
        if self.is_fault() {
            let cause = self.cause().map(ToString::to_string).unwrap_or_default();
            let end = cause.char_indices().nth(CAUSE_LIMIT).map(|(end, _)| end);
            let cause = end.and_then(|end| cause.get(..end)).unwrap_or(&cause);
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

    /// The body of the response.
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

    /// Whether a parameter is refused without a specific reason.
    fn is_plain(&self) -> bool {
        std::ptr::eq(self.0.code, codes::INVALID_PARAM_BARE.row())
    }

    /// Code, message and data; `data` is null for the few errors that deployed systems answer without a status, as
    /// 500.
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
    fn the_locale_of_a_name() {
        for (name, locale) in [
            ("", Locale::En),
            ("en_US", Locale::En),
            ("en_GB", Locale::En),
            ("pt_BR", Locale::PtBr),
            ("pt_PT", Locale::PtBr),
        ] {
            assert_eq!(Locale::named(name), locale, "{name}");
        }
    }

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

    /// Every message of the table, in both languages, contains each of its values, and no placeholder remains.
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
    fn the_reason_has_the_language_of_the_whole_message() {
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
            (&codes::STORE_UNAVAILABLE, 503, true),
            (&codes::TRASH_NOT_SUPPORTED, 501, false),
            (&codes::EXISTING_USER_LOGIN, 500, false),
            (&codes::NO_ROUTE, 404, false),
            (&codes::FORBIDDEN, 401, false),
        ] {
            let error = RestError::new(code);
            assert_eq!(error.http_status(false).as_u16(), status, "{error}");
            assert_eq!(error.is_fault(), fault, "{error}");
        }
        // A detail that is sent as a response of its own is a defect.
        assert!(RestError::bare(&codes::INVALID_PARAM_BARE).is_fault());
        assert!(
            !RestError::new(&codes::EMPTY_TERM_NAME)
                .status(400)
                .is_fault()
        );
    }
}
