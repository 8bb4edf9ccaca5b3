//! A submission with its sender.

use contact_form::form::ContactForm;
use contact_form::submission::Submission;
use site_store::User;

use crate::visitor::Visitor;

/// A submission with its sender.
pub struct Sending<'a> {
    /// The form.
    pub form: &'a ContactForm,
    /// What was sent.
    pub sent: &'a Submission,
    /// Who sent it.
    pub visitor: &'a Visitor,
    /// The user who is signed in.
    pub user: Option<&'a User>,
    /// The post or page that the form stands in.
    pub container: Option<u64>,
    /// The key by which a repeated request is recognised; empty and very long ones count as none.
    pub idempotency_key: Option<&'a str>,
}
