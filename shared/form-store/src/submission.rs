//! Submissions.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use site_mail::{MailOutcome, MailState, RenderedMail};

/// What became of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionStatus {
    /// Its mails are not sent yet.
    Queued,
    /// Its mails were sent, or it has none.
    Sent,
    /// A mail was not sent.
    Failed,
    /// No mail failed, but one may have been sent or not: the answer of the mail server was lost, or the attempt was
    /// interrupted. A person has to look.
    Uncertain,
    /// Judged to be spam; its mails are held.
    Spam,
    /// Stopped before its mails by a rule of the site.
    Aborted,
}

/// Verdict of a filter or of a moderator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpamVerdict {
    /// Whether it is spam.
    pub is_spam: bool,
    /// Who judged: the name of a filter, or of a user.
    pub judged_by: String,
    /// Reason in words, as the filter gives it.
    pub reason: String,
}

/// What a filter judged of a submission, for what it learns from a correction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedMessage {
    /// Name of the sender.
    pub name: String,
    /// E-mail address of the sender.
    pub email: String,
    /// Web address that the sender gave.
    pub url: String,
    /// Text.
    pub content: String,
}

/// A consent that the person gave with the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// Name of the field.
    pub field: String,
    /// Text that was agreed to.
    pub text: String,
    /// Whether it was given.
    pub is_given: bool,
}

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// Name of the field.
    pub field: String,
    /// Name of the file, as the person gave it.
    pub file_name: String,
    /// Media type, as judged by its content.
    pub content_type: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Key of the private file.
    pub blob: String,
}

/// A stored submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Identifier, larger than those of earlier milliseconds.
    pub id: u64,
    /// Identifier of the form.
    pub form: u64,
    /// Title of the form at that time.
    pub form_title: String,
    /// Time.
    pub at: Timestamp,
    /// Status.
    pub status: SubmissionStatus,
    /// Submitted fields in their order.
    pub fields: Vec<(String, Value)>,
    /// Uploaded files.
    pub uploads: Vec<Upload>,
    /// E-mail addresses of the person, lower-case.
    pub people: Vec<String>,
    /// Identifiers of its mails.
    pub mails: Vec<String>,
    /// How its mails ended, by their identifiers; they stay with the submission.
    #[serde(default)]
    pub outcomes: BTreeMap<String, MailOutcome>,
    /// Verdict on spam, if one was made.
    pub spam: Option<SpamVerdict>,
    /// What the filter judged.
    #[serde(default)]
    pub judged: JudgedMessage,
    /// Whether the filter learned it as spam; none when it did not learn it.
    #[serde(default)]
    pub learned_spam: Option<bool>,
    /// Mails that are sent when a person corrects the verdict.
    #[serde(default)]
    pub held: Vec<RenderedMail>,
    /// Consents.
    pub consents: Vec<Consent>,
    /// Further facts, such as the page and the user agent.
    pub facts: BTreeMap<String, String>,
}

impl Submission {
    /// Keeps how a mail ended. The status follows from the mails, unless it is a verdict or a rule of the site.
    pub(crate) fn ended(&mut self, mail: &str, outcome: MailOutcome) {
        self.outcomes.insert(mail.to_owned(), outcome);
        if matches!(
            self.status,
            SubmissionStatus::Spam | SubmissionStatus::Aborted
        ) {
            return;
        }
        self.status = self.status_of_mails();
    }

    /// The status that follows from the mails.
    pub(crate) fn status_of_mails(&self) -> SubmissionStatus {
        let states = self.mails.iter();
        let states = states.map(|mail| self.outcomes.get(mail).map(|outcome| outcome.state));
        let has = |state: Option<MailState>| states.clone().any(|one| one == state);
        if has(Some(MailState::Failed)) {
            SubmissionStatus::Failed
        } else if has(None) {
            SubmissionStatus::Queued
        } else if has(Some(MailState::Uncertain)) {
            SubmissionStatus::Uncertain
        } else {
            SubmissionStatus::Sent
        }
    }
}

/// The form of an e-mail address under which a person is found; none for a text that is no address.
pub(crate) fn person(address: &str) -> Option<String> {
    let address = address.trim().to_lowercase();
    let (local, domain) = address.rsplit_once('@')?;
    (!local.is_empty() && !domain.is_empty()).then_some(address)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn people_are_found_by_lower_case_addresses() {
        let ana = Some("ana@exemplo.com.br".to_owned());
        assert_eq!(person(" Ana@Exemplo.COM.br\n"), ana);
        for wrong in ["", "ana", "@", "ana@", "@exemplo.com.br"] {
            assert_eq!(person(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn the_form_of_an_address_is_its_own_form(text in "\\PC*@\\PC*") {
            if let Some(form) = person(&text) {
                prop_assert_eq!(person(&form), Some(form.clone()));
            }
        }
    }
}
