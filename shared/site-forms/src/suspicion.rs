//! Asks the spam filter about a submission.

use contact_form::feedback::sender;
use contact_form::form::ContactForm;
use contact_form::submission::Submission;
use form_store::SpamVerdict;
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
    ) -> Result<SpamVerdict, StoreError> {
        let sender = sender(form, sent);
        let message = Message {
            name: sender.name,
            email: sender.email,
            url: sender.url,
            content: sender.content,
            address: visitor.address.clone(),
            user_agent: visitor.user_agent.clone(),
            permalink: visitor.url.clone(),
        };
        let judged = self.spam.judge_message(&message).await?;
        let judged_by = match judged.source {
            Source::Service => "service",
            Source::Classifier => "classifier",
            Source::Rule => "rule",
        };
        Ok(SpamVerdict {
            is_spam: matches!(judged.decision, Decision::Spam { .. }),
            judged_by: judged_by.to_owned(),
            reason: json!(judged.history)
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        })
    }
}
