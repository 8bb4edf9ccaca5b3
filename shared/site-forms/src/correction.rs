//! What people decide about submissions.

use form_store::{Correction, JudgedMessage, Submission};
use site_store::User;

use crate::error::SiteFormsError;
use crate::forms::SiteForms;
use crate::suspicion::message;
use crate::visitor::Visitor;

impl SiteForms<'_> {
    /// Records that a submission is spam or is none; none when it was deleted meanwhile. The mails that were held for spam are
    /// queued, once. When the person may teach, the filter learns the text, and the site's spam service is told later about
    /// a verdict that was corrected.
    ///
    /// # Errors
    /// The store failed.
    pub async fn correct(
        &self,
        submission: &Submission,
        is_spam: bool,
        person: &User,
        may_teach: bool,
    ) -> Result<Option<Submission>, SiteFormsError> {
        let fact = |name: &str| submission.facts.get(name).cloned().unwrap_or_default();
        let visitor = Visitor {
            address: fact("address"),
            network: String::new(),
            user_agent: fact("user_agent"),
            url: fact("url"),
        };
        let message = message(&submission.judged, &visitor);
        // Nothing is known of what was judged in submissions of earlier releases.
        let may_teach = may_teach && submission.judged != JudgedMessage::default();
        let report = if may_teach {
            let report = self.spam.message_report(submission.id, &message, is_spam);
            report.await?
        } else {
            None
        };
        let correction = Correction {
            is_spam,
            judged_by: person.login.clone(),
            teaches: may_teach,
            report,
        };
        let store = self.store();
        let Some(corrected) = store.correct(submission.id, &correction).await? else {
            return Ok(None);
        };
        store.mails.announce(self.work, &corrected.released).await;
        if let Some(lesson) = corrected.lesson {
            let learned = self
                .spam
                .learn_message(&message, lesson.is_spam, lesson.before);
            learned.await?;
        }
        Ok(Some(corrected.submission))
    }
}
