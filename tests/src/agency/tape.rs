//! Every answer that was given.

use std::sync::Mutex;

use axum::Router;
use axum::body::Body;
use http::Request;
use uuid::Uuid;

use super::{Agency, Answer, send};

/// An answer, and what was asked for: method and path, with `{id}` for numbers and `{token}` for
/// UUIDs.
#[derive(Debug, Clone)]
pub struct Heard {
    /// What was asked for.
    pub asked: String,
    /// The answer.
    pub answer: Answer,
}

/// The answers so far.
#[derive(Debug, Default)]
pub(super) struct Tape(Mutex<Vec<Heard>>);

/// A path without its values and without the query.
fn pattern(path: &str) -> String {
    let parts = path.split('/').map(|part| match part {
        number if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => "{id}",
        token if Uuid::try_parse(token).is_ok() => "{token}",
        other => other,
    });
    parts.collect::<Vec<_>>().join("/")
}

impl Agency {
    /// The answers since the last look.
    pub fn take_tape(&self) -> Vec<Heard> {
        std::mem::take(&mut self.tape.0.lock().unwrap())
    }

    pub(super) async fn heard(&self, router: &Router, request: Request<Body>) -> Answer {
        let asked = format!("{} {}", request.method(), pattern(request.uri().path()));
        let answer = send(router, request).await;
        let heard = Heard {
            asked,
            answer: answer.clone(),
        };
        self.tape.0.lock().unwrap().push(heard);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_no_values() {
        assert_eq!(
            pattern("/aprovacao/6f1c2a1e-1111-4222-8333-444455556666/12/x"),
            "/aprovacao/{token}/{id}/x"
        );
    }
}
