//! Asks the spam filter about a submission.

use contact_form::feedback::sender;
use contact_form::form::ContactForm;
use contact_form::submission::Submission;
use form_store::{JudgedMessage, SpamVerdict};
use serde_json::json;
use site_spam::{Decision, Message, Source};
use site_store::StoreError;

use crate::forms::SiteForms;
use crate::visitor::Visitor;

impl SiteForms<'_> {
    /// What the site's filter says. A submission that it is not certain about is accepted: a person reads it in either case.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn judge(
        &self,
        form: &ContactForm,
        sent: &Submission,
        visitor: &Visitor,
    ) -> Result<(SpamVerdict, JudgedMessage), StoreError> {
        let sender = sender(form, sent);
        let told = JudgedMessage {
            name: sender.name,
            email: sender.email,
            url: sender.url,
            content: sender.content,
        };
        let judged = self.spam.judge_message(&message(&told, visitor)).await?;
        let judged_by = match judged.source {
            Source::Service => "service",
            Source::Classifier => "classifier",
            Source::Rule => "rule",
        };
        let verdict = SpamVerdict {
            is_spam: matches!(judged.decision, Decision::Spam { .. }),
            judged_by: judged_by.to_owned(),
            reason: json!(judged.history)
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        };
        Ok((verdict, told))
    }
}

/// The message as the filter reads it.
pub(crate) fn message(judged: &JudgedMessage, visitor: &Visitor) -> Message {
    Message {
        name: judged.name.clone(),
        email: judged.email.clone(),
        url: judged.url.clone(),
        content: judged.content.clone(),
        address: visitor.address.clone(),
        user_agent: visitor.user_agent.clone(),
        permalink: visitor.url.clone(),
    }
}
