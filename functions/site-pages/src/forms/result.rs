//! The result of an accepted submission in the address that a browser is redirected to. It is sealed: it may repeat what a
//! visitor sent, and it must not be made by others.

use contact_form::feedback::{Outcome, Status};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::place::Shown;
use crate::Site;
use crate::page_request::{PageError, PageRequest, PageResult};

/// Query parameter.
const NAME: &str = "contact-form";
/// Seconds for which the address shows the result.
const LIFETIME: i64 = 600;
/// Longest message in characters; browsers and gateways limit addresses.
const LONGEST: usize = 600;

#[derive(Serialize, Deserialize)]
struct Told {
    unit_tag: String,
    message: String,
    /// Whether it is not known that the mail was sent.
    #[serde(default)]
    is_uncertain: bool,
    until: i64,
}

fn context(request: &PageRequest) -> String {
    format!("{}/contact_form_result", request.store.tenant())
}

/// The address of a page that shows the result of an accepted submission.
///
/// # Errors
/// The result cannot be sealed.
pub(super) fn address(
    site: &Site,
    request: &PageRequest,
    link: &str,
    unit_tag: &str,
    outcome: &Outcome,
) -> PageResult<String> {
    let internal = |error: &dyn std::fmt::Display| PageError::Internal(error.to_string());
    let told = Told {
        unit_tag: unit_tag.to_owned(),
        message: outcome.message.chars().take(LONGEST).collect(),
        is_uncertain: outcome.status == Status::MailUncertain,
        until: site.clock.now().as_second() + LIFETIME,
    };
    let told = serde_json::to_string(&told).map_err(|error| internal(&error))?;
    let random = &*request.store.parts().random;
    let sealed = site
        .keyring
        .seal(&context(request), &SecretString::from(told), random)
        .map_err(|error| internal(&error))?;
    let mark = if link.contains('?') { '&' } else { '?' };
    Ok(format!("{link}{mark}{NAME}={sealed}#{unit_tag}"))
}

/// The result in the address of a request; none in one that is malformed or old.
pub fn told(site: &Site, request: &PageRequest) -> Option<Shown> {
    let sealed = request.query(NAME)?;
    let opened = site.keyring.open(&context(request), &sealed).ok()?;
    let told: Told = serde_json::from_str(opened.expose_secret()).ok()?;
    let status = if told.is_uncertain {
        Status::MailUncertain
    } else {
        Status::MailSent
    };
    (site.clock.now().as_second() < told.until).then(|| Shown {
        unit_tag: told.unit_tag,
        outcome: Outcome {
            status,
            ..Outcome::mail_sent(told.message, String::new())
        },
        sent: None,
    })
}
