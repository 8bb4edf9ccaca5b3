//! Maps deserialisation errors to field errors of the API. Serde's errors are plain text; the patterns matched here
//! are those that serde writes for every format. The client's values are never repeated.

use crate::error::IssueBody;

/// A value that cannot be deserialised.
pub(crate) struct FieldError {
    /// Path of the field; empty for the whole body.
    path: String,
    /// The reason, as serde's message.
    reason: String,
}

/// The names between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

impl FieldError {
    /// The error of a body that is not an object.
    pub(crate) const NO_OBJECT: Self = Self {
        path: String::new(),
        reason: String::new(),
    };

    /// The field error of a failed deserialisation.
    pub(crate) fn of<E: std::fmt::Display>(error: &serde_path_to_error::Error<E>) -> Self {
        let path = error.path().to_string();
        Self {
            // Serde writes the root as a dot.
            path: if path == "." { String::new() } else { path },
            reason: error.inner().to_string(),
        }
    }

    /// The issue in the response: the field, and how to correct it.
    pub(crate) fn issue(&self) -> IssueBody {
        let (code, field, message) = self.describe();
        IssueBody {
            code: code.to_owned(),
            field,
            message,
        }
    }

    /// Path of the member that `reason` names.
    fn member(&self, reason: &str) -> String {
        let name = quoted(reason).first().copied().unwrap_or_default();
        match (self.path.as_str(), name) {
            (path, "") => path.to_owned(),
            ("", name) => name.to_owned(),
            (path, name) => format!("{path}.{name}"),
        }
    }

    fn describe(&self) -> (&'static str, String, String) {
        let (path, reason) = (&self.path, self.reason.as_str());
        let here = |code, message: &str| (code, path.clone(), message.to_owned());
        if let Some(rest) = reason.strip_prefix("missing field ") {
            let message = "Informe este campo.".to_owned();
            return ("required", self.member(rest), message);
        }
        if let Some(rest) = reason.strip_prefix("duplicate field ") {
            let message = "Envie este campo uma vez só.".to_owned();
            return ("invalid_value", self.member(rest), message);
        }
        if reason.starts_with("unknown field ") {
            return here("invalid_value", "Este campo não existe. Confira o nome.");
        }
        // The client's value precedes the expectation and must not be repeated.
        if let Some((_, expected)) = reason
            .strip_prefix("unknown variant ")
            .and_then(|rest| rest.rsplit_once("`, expected "))
        {
            let allowed = quoted(expected).join(", ");
            return here(
                "invalid_value",
                &format!("Use um destes valores: {allowed}."),
            );
        }
        if reason.starts_with("invalid digit") || reason.starts_with("cannot parse integer") {
            return here("invalid_value", "Informe um número inteiro, sem sinal.");
        }
        if reason.starts_with("number too large") {
            return here("out_of_range", "Este número é grande demais.");
        }
        if path.is_empty() {
            return here("invalid_value", "Envie um objeto JSON com os campos.");
        }
        here(
            "invalid_value",
            "O valor deste campo não é do tipo esperado.",
        )
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
        Blue,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Inner {
        n: u8,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Body {
        name: String,
        colour: Option<Colour>,
        inner: Option<Vec<Inner>>,
    }

    fn issue_of(json: &str) -> (String, String, String) {
        let mut reader = serde_json::Deserializer::from_str(json);
        let error = serde_path_to_error::deserialize::<_, Body>(&mut reader).unwrap_err();
        let issue = FieldError::of(&error).issue();
        (issue.code, issue.field, issue.message)
    }

    #[test]
    fn the_field_and_what_it_takes_are_named() {
        for (json, code, field, said) in [
            ("{}", "required", "name", "Informe este campo."),
            (
                r#"{"name":"a","inner":[{"n":1},{}]}"#,
                "required",
                "inner[1].n",
                "Informe este campo.",
            ),
            (
                r#"{"name":"a","colour":"`x`, expected `secret`"}"#,
                "invalid_value",
                "colour",
                "Use um destes valores: red, blue.",
            ),
            (
                r#"{"name":"a","name":"b"}"#,
                "invalid_value",
                "name",
                "Envie este campo uma vez só.",
            ),
            (
                r#"{"name":"a","inner":[{"n":1,"n":2}]}"#,
                "invalid_value",
                "inner[0].n",
                "Envie este campo uma vez só.",
            ),
            (
                r#"{"name":"a","inner":[{"n":1,"m":2}]}"#,
                "invalid_value",
                "inner[0].m",
                "Este campo não existe. Confira o nome.",
            ),
            (
                r#"{"name":1}"#,
                "invalid_value",
                "name",
                "O valor deste campo não é do tipo esperado.",
            ),
            (
                r#"{"name":"a","inner":[{"n":300}]}"#,
                "invalid_value",
                "inner[0].n",
                "O valor deste campo não é do tipo esperado.",
            ),
            (
                "[]",
                "invalid_value",
                "",
                "Envie um objeto JSON com os campos.",
            ),
            (
                "7",
                "invalid_value",
                "",
                "Envie um objeto JSON com os campos.",
            ),
        ] {
            let expected = (code.to_owned(), field.to_owned(), said.to_owned());
            assert_eq!(issue_of(json), expected, "{json}");
        }
    }
}
