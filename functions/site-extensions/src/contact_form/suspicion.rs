//! Asks the built-in classifier about a submission.

use contact_form::feedback::sender;
use contact_form::form::ContactForm;
use contact_form::submission::Submission;
use form_store::SpamVerdict;
use site_api::ApiCall;
use spam_classifier::{Verdict, Weights, assess};

use super::forms::domain;
use super::visitor::Visitor;

/// Name of the classifier in stored verdicts.
const BUILT_IN: &str = "built-in";

/// The classifier's verdict. A submission that it is not sure about is accepted: a person reads it in either case.
pub fn judge(
    call: &ApiCall,
    form: &ContactForm,
    sent: &Submission,
    visitor: &Visitor,
) -> SpamVerdict {
    let sender = sender(form, sent);
    let assessed = assess(
        &spam_classifier::Submission {
            text: &sender.content,
            author: &sender.name,
            email: &sender.email,
            author_url: &sender.url,
            address: &visitor.address,
            user_agent: &visitor.user_agent,
            own_host: domain(&call.site().home),
            languages: &["pt", "en"],
            ..spam_classifier::Submission::default()
        },
        &Weights::default(),
    );
    SpamVerdict {
        is_spam: assessed.verdict == Verdict::Spam,
        judged_by: BUILT_IN.to_owned(),
        reason: format!("{:.2}", assessed.score),
    }
}
