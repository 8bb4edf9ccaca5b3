//! The result of a submission.

use crate::form::{ContactForm, messages};

/// The word for a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// A field or a file fails a rule.
    ValidationFailed,
    /// Terms were not accepted.
    AcceptanceMissing,
    /// The submission is spam.
    Spam,
    /// A rule of the site ended the submission before its mail.
    Aborted,
    /// The mail was sent, or none is to be sent.
    MailSent,
    /// The mail could not be sent.
    MailFailed,
    /// The mail may have been sent or not. Deployed systems do not have this word; their scripts show the message.
    MailUncertain,
    /// The form is not for this visitor.
    Error,
}

impl Status {
    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ValidationFailed => "validation_failed",
            Self::AcceptanceMissing => "acceptance_missing",
            Self::Spam => "spam",
            Self::Aborted => "aborted",
            Self::MailSent => "mail_sent",
            Self::MailFailed => "mail_failed",
            Self::MailUncertain => "mail_uncertain",
            Self::Error => "error",
        }
    }

    /// Whether the visitor has nothing to send again.
    pub const fn is_taken(self) -> bool {
        matches!(self, Self::MailSent | Self::MailUncertain)
    }

    /// Whether the submission is kept and the mail tried.
    pub const fn is_accepted(self) -> bool {
        matches!(
            self,
            Self::MailSent | Self::MailFailed | Self::MailUncertain
        )
    }
}

/// A field with a message about its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidField {
    /// The name of the field.
    pub field: String,
    /// The message.
    pub message: String,
    /// The identifier that the tag gives its control; only for quiz and acceptance fields.
    pub idref: Option<String>,
}

/// The result of a submission with what the visitor reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The word for the result.
    pub status: Status,
    /// The message.
    pub message: String,
    /// The fields with errors, in the order of the rules.
    pub invalid_fields: Vec<InvalidField>,
    /// The fingerprint of accepted data; empty for the others, none for `error`.
    pub posted_data_hash: Option<String>,
}

impl Outcome {
    /// A submission that is not accepted, with the form's message for it.
    pub(crate) fn refused(status: Status, message: &str) -> Self {
        Self {
            status,
            message: message.to_owned(),
            invalid_fields: Vec::new(),
            posted_data_hash: (status != Status::Error).then(String::new),
        }
    }

    /// The submission is spam.
    pub fn spam(form: &ContactForm) -> Self {
        Self::refused(Status::Spam, form.message("spam"))
    }

    /// The mail was sent. `message` is the form's `mail_sent_ok` with its tags replaced.
    pub fn mail_sent(message: String, posted_data_hash: String) -> Self {
        Self {
            status: Status::MailSent,
            message,
            invalid_fields: Vec::new(),
            posted_data_hash: Some(posted_data_hash),
        }
    }

    /// The mail could not be sent. `message` is the form's `mail_sent_ng` with its tags replaced.
    pub fn mail_failed(message: String, posted_data_hash: String) -> Self {
        Self {
            status: Status::MailFailed,
            ..Self::mail_sent(message, posted_data_hash)
        }
    }

    /// It is not known whether the mail was sent: the answer of the mail server was lost, or did not come in time.
    pub fn mail_uncertain(form: &ContactForm, posted_data_hash: String) -> Self {
        let message = messages::mail_uncertain(&form.locale).to_owned();
        Self {
            status: Status::MailUncertain,
            ..Self::mail_sent(message, posted_data_hash)
        }
    }

    /// A rule of the site ended the submission before its mail.
    pub fn aborted(message: String, posted_data_hash: String) -> Self {
        Self {
            status: Status::Aborted,
            ..Self::mail_sent(message, posted_data_hash)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_word() {
        let words: Vec<&str> = [
            Status::ValidationFailed,
            Status::AcceptanceMissing,
            Status::Spam,
            Status::Aborted,
            Status::MailSent,
            Status::MailFailed,
            Status::MailUncertain,
            Status::Error,
        ]
        .map(Status::name)
        .to_vec();
        assert_eq!(
            words,
            [
                "validation_failed",
                "acceptance_missing",
                "spam",
                "aborted",
                "mail_sent",
                "mail_failed",
                "mail_uncertain",
                "error"
            ]
        );
    }

    #[test]
    fn only_accepted_submissions_have_a_fingerprint() {
        let hash = |outcome: &Outcome| outcome.posted_data_hash.clone();
        assert_eq!(
            hash(&Outcome::mail_failed("m".to_owned(), "h1".to_owned())).as_deref(),
            Some("h1")
        );
        assert_eq!(
            hash(&Outcome::aborted("m".to_owned(), "h2".to_owned())).as_deref(),
            Some("h2")
        );
        assert_eq!(
            hash(&Outcome::refused(Status::Spam, "m")).as_deref(),
            Some("")
        );
        assert_eq!(hash(&Outcome::refused(Status::Error, "m")), None);
    }
}
