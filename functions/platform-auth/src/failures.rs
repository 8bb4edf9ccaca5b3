//! The failures of the interface's description, each as one set of responses.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};

fn failure(status: u16, description: &str) -> (String, RefOr<Response>) {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorBody")))
        .build();
    let response = ResponseBuilder::new()
        .description(description)
        .content("application/json", content)
        .build();
    (status.to_string(), response.into())
}

macro_rules! failures {
    ($($(#[$doc:meta])* $name:ident { $($status:literal $text:literal)+ })+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(failure($status, $text)),+])
            }
        }
    )+};
}

failures! {
    /// What a JSON body can be refused for.
    BadBody {
        400 "The body is not JSON."
        413 "The body is too large."
        415 "The body is not declared as JSON."
        422 "A field or a header is refused; `issues` names the fields."
    }
    /// A route for signed-in people.
    NoSession {
        401 "No session, or one that is over."
    }
    /// Codes and tokens that are themselves the proof.
    NoProof {
        401 "The credentials, code or token are not good."
    }
    /// The role does not allow it.
    Denied {
        403 "The role does not allow this, or the password is wrong."
    }
    /// Nothing is there.
    Unknown {
        404 "There is no such record."
    }
    /// The state of things forbids it.
    Clash {
        409 "The state of things does not allow this."
    }
    /// A parameter is refused.
    BadParameter {
        422 "A parameter is refused."
    }
    /// Too many attempts.
    TooMany {
        429 "Too many attempts; Retry-After tells when to come back."
    }
    /// Mail could not be sent.
    NoMail {
        409 "No mail server is configured."
        502 "The mail server did not take the message."
    }
}
