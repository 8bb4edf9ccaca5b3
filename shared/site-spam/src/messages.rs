//! Messages that visitors send through contact forms.

use site_store::StoreError;
use spam_classifier::{Label, Submission};
use spam_filter::{Judgement, Subject};
use spam_service::Checked;

use crate::check::host;
use crate::filter::SiteFilter;

/// A message of a contact form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// Name of the sender.
    pub name: String,
    /// E-mail address of the sender.
    pub email: String,
    /// Web address that the sender gave.
    pub url: String,
    /// Text.
    pub content: String,
    /// Network address of the sender.
    pub address: String,
    /// User agent of the sender.
    pub user_agent: String,
    /// Address of the page that the form stands on.
    pub permalink: String,
}

impl Message {
    /// The message as the classifier reads it.
    fn submission(&self) -> Submission<'_> {
        Submission {
            text: &self.content,
            author: &self.name,
            email: &self.email,
            author_url: &self.url,
            address: &self.address,
            user_agent: &self.user_agent,
            ..Submission::default()
        }
    }
}

/// The label of a text that is spam or not.
pub(crate) const fn label(is_spam: bool) -> Label {
    if is_spam { Label::Spam } else { Label::Ham }
}

impl SiteFilter {
    /// Learns whether a message is spam. `before` is what it learned about the message so far.
    ///
    /// # Errors
    /// The store failed.
    pub async fn learn_message(
        &self,
        message: &Message,
        is_spam: bool,
        before: Option<bool>,
    ) -> Result<(), StoreError> {
        let submission = Submission {
            own_host: host(&self.blog),
            ..message.submission()
        };
        self.learn(&submission, label(is_spam), before.map(label))
            .await
    }

    /// What the service is told about a message.
    pub(crate) fn checked_message(&self, message: &Message) -> Checked {
        Checked {
            user_ip: message.address.clone(),
            user_agent: message.user_agent.clone(),
            permalink: message.permalink.clone(),
            comment_author: message.name.clone(),
            comment_author_email: message.email.clone(),
            comment_author_url: message.url.clone(),
            comment_content: message.content.clone(),
            comment_date_gmt: self.now().to_string(),
            ..self.told("contact-form")
        }
    }

    /// Judges a message. One that is to be held, because the filter is not certain or the service fails, is no spam: it
    /// reaches a person in either case.
    ///
    /// # Errors
    /// The store failed.
    pub async fn judge_message(&self, message: &Message) -> Result<Judgement, StoreError> {
        let language = self.language();
        let languages = [language.as_str()];
        self.judge(&Subject {
            submission: Submission {
                own_host: host(&self.blog),
                languages: &languages,
                ..message.submission()
            },
            checked: self.checked_message(message),
            trusted: false,
        })
        .await
    }
}
