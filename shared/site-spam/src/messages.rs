//! Messages that visitors send through contact forms.

use site_store::StoreError;
use spam_classifier::Submission;
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

impl SiteFilter {
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
                text: &message.content,
                author: &message.name,
                email: &message.email,
                author_url: &message.url,
                address: &message.address,
                user_agent: &message.user_agent,
                own_host: host(&self.blog),
                languages: &languages,
                ..Submission::default()
            },
            checked: Checked {
                user_ip: message.address.clone(),
                user_agent: message.user_agent.clone(),
                permalink: message.permalink.clone(),
                comment_author: message.name.clone(),
                comment_author_email: message.email.clone(),
                comment_author_url: message.url.clone(),
                comment_content: message.content.clone(),
                comment_date_gmt: self.now().to_string(),
                ..self.told("contact-form")
            },
            trusted: false,
        })
        .await
    }
}
