//! Taking a submission.

use contact_form::feedback::{Circumstances, Outcome, Step, evaluate, posted_data_hash};
use contact_form::mail::Values;
use contact_form::validation;
use form_store::SubmissionLimit;
use jiff::SignedDuration;

use crate::delivery::{Accepted, Delivery};
use crate::error::SiteFormsError;
use crate::forms::{RULES_VERSION, SiteForms};
use crate::scene::Scene;
use crate::sending::Sending;

/// Accepted submissions of one network to one form.
const LIMIT: SubmissionLimit = SubmissionLimit {
    submissions: 60,
    window: SignedDuration::from_mins(10),
};

impl SiteForms<'_> {
    /// Evaluates a submission and, when it is accepted, keeps it and sends its mails. Waits for the outcome of the first mail.
    ///
    /// # Errors
    /// [`SiteFormsError::TooManySubmissions`]; a store failed.
    pub async fn submit(&self, sending: &Sending<'_>) -> Result<Outcome, SiteFormsError> {
        let Sending {
            form,
            sent,
            visitor,
            ..
        } = *sending;
        let key = self.key();
        let rules = validation::schema(form, self.today(), RULES_VERSION);
        let step = evaluate(
            form,
            sent,
            &Circumstances {
                schema: &rules,
                key: &key,
                signed_in: sending.user.is_some(),
                user_agent: &visitor.user_agent,
                remote_ip: &visitor.address,
                disallowed: &[],
            },
        );
        let is_mailed = match step {
            Step::Refused(outcome) => return Ok(outcome),
            Step::Accepted { mail } => mail,
        };
        let store = self.store();
        let id = form.id.unwrap_or_default();
        if let Some(wait) = store.count_submission(LIMIT, id, &visitor.network).await? {
            return Err(SiteFormsError::TooManySubmissions(wait));
        }
        let (verdict, judged) = self.judge(form, sent, visitor).await?;
        let scene = Scene::of(self, sending).await?;
        let mail_context = scene.mail_context();
        let values = Values::new(form, sent, &mail_context);
        let accepted = Accepted {
            forms: self,
            store,
            sending,
            values: &values,
            verdict: &verdict,
            judged: &judged,
        };
        if verdict.is_spam {
            accepted.keep_spam(is_mailed).await?;
            return Ok(Outcome::spam(form));
        }
        let delivery = accepted.deliver(is_mailed).await?;
        let hash = posted_data_hash(&key, form, sent, &visitor.address);
        Ok(match delivery {
            Delivery::Sent => Outcome::mail_sent(values.message("mail_sent_ok"), hash),
            Delivery::Failed => Outcome::mail_failed(values.message("mail_sent_ng"), hash),
            Delivery::Uncertain => Outcome::mail_uncertain(form, hash),
        })
    }
}
