//! Keeps an accepted submission with its files, and sends its mails.

use std::collections::BTreeMap;

use bytes::Bytes;
use contact_form::form::ContactForm;
use contact_form::mail::Values;
use contact_form::submission::{Submission, media_types_of};
use contact_form::tag::Kind;
use form_store::{Consent, FormStore, NewSubmission, SpamVerdict, SubmissionStatus, Upload};
use jiff::SignedDuration;
use serde_json::json;
use site_api::ApiCall;
use site_mail::{Awaited, NewPrivateFile, RenderedMail, SiteMailError, StagedFiles};
use site_rest::RestError;

use super::forms::{forms, refused};
use super::mails::rendered;
use super::visitor::Visitor;

/// How long a request waits for its first mail.
const WAIT: SignedDuration = SignedDuration::from_secs(10);
/// How long it waits further for an attempt that has begun.
const LAST_WAIT: SignedDuration = SignedDuration::from_secs(10);
/// Longest idempotency key of a client in bytes.
const LONGEST_KEY: usize = 200;

/// An accepted submission.
pub struct Accepted<'a> {
    /// The request.
    pub call: &'a ApiCall,
    /// The form.
    pub form: &'a ContactForm,
    /// What was sent.
    pub sent: &'a Submission,
    /// Who sent it.
    pub visitor: &'a Visitor,
    /// The values of mail tags.
    pub values: &'a Values<'a>,
    /// What the spam filter says.
    pub verdict: &'a SpamVerdict,
}

/// Keeps a submission that is spam, unless the form keeps none. It has no mails.
///
/// # Errors
/// The store fails.
pub async fn keep_spam(accepted: &Accepted<'_>) -> Result<(), RestError> {
    if accepted.form.settings().do_not_store() {
        return Ok(());
    }
    let new = accepted.kept(SubmissionStatus::Spam, Vec::new(), Vec::new());
    let stored = forms(accepted.call).append(new, accepted.key(), None).await;
    stored.map(drop).map_err(refused)
}

/// Keeps a submission, unless the form keeps none, and sends its mails. Returns whether the first mail was sent.
///
/// # Errors
/// A store fails.
pub async fn deliver(accepted: &Accepted<'_>, is_mailed: bool) -> Result<bool, RestError> {
    let forms = forms(accepted.call);
    let (staged, uploads) = accepted.stage(&forms).await?;
    let mails = if is_mailed {
        match rendered(accepted.form, accepted.sent, accepted.values, &uploads) {
            Ok(mails) => Some(mails),
            Err(error) => {
                tracing::warn!(target: "site", form = accepted.form.id, %error, "the mail of a form cannot be sent");
                None
            }
        }
    } else {
        Some(Vec::new())
    };
    let is_composed = mails.is_some();
    let mails = mails.unwrap_or_default();
    let has_mails = !mails.is_empty();
    let (submission, mails) = if accepted.form.settings().do_not_store() {
        let mails = enqueue(&forms, &mails, staged).await;
        (None, mails.map_err(RestError::internal)?)
    } else {
        let status = match (is_composed, has_mails) {
            (false, _) => SubmissionStatus::Failed,
            (true, true) => SubmissionStatus::Queued,
            (true, false) => SubmissionStatus::Sent,
        };
        let new = accepted.kept(status, uploads, mails);
        let stored = forms.append(new, accepted.key(), staged.as_ref()).await;
        let stored = stored.map_err(refused)?;
        (Some(stored.id), stored.mails)
    };
    if !has_mails {
        return Ok(is_composed);
    }
    let is_sent = send(accepted.call, &forms, &mails).await?;
    if let Some(id) = submission {
        forms.settle(id).await.map_err(refused)?;
    }
    Ok(is_sent)
}

/// Stores mails that belong to no submission. The files belong to the first mail and are removed at its end; without mails
/// they are removed now.
async fn enqueue(
    forms: &FormStore,
    mails: &[RenderedMail],
    staged: Option<StagedFiles>,
) -> Result<Vec<String>, SiteMailError> {
    let mut ids = Vec::new();
    for (place, mail) in mails.iter().enumerate() {
        let own = staged.as_ref().filter(|_| place == 0);
        let prepared = forms.mails.prepare(mail, None, own)?;
        ids.push(forms.mails.enqueue(prepared).await?);
    }
    if let (true, Some(staged)) = (ids.is_empty(), staged) {
        forms.files.discard(staged).await?;
    }
    Ok(ids)
}

/// Sends the messages of the mails and waits for the first one. A mail that no worker takes within the wait is withdrawn, so
/// that the answer stays true.
async fn send(call: &ApiCall, forms: &FormStore, mails: &[String]) -> Result<bool, RestError> {
    forms.mails.announce(call.app().work(), mails).await;
    let Some((first, others)) = mails.split_first() else {
        return Ok(true);
    };
    let first = std::slice::from_ref(first);
    let internal = |error: SiteMailError| RestError::internal(error);
    let wait = async |wait: SignedDuration| {
        let until = call.app().now() + wait;
        let waited = forms.mails.wait(first, until, call.app().sleeper()).await;
        waited.map_err(internal)
    };
    let mut awaited = wait(WAIT).await?;
    if awaited == Awaited::Pending {
        withdrawn(forms, first).await?;
        awaited = wait(LAST_WAIT).await?;
    }
    let is_sent = awaited == Awaited::Sent;
    if !is_sent {
        // The second mail tells the visitor what was sent, so it does not go out alone.
        withdrawn(forms, others).await?;
    }
    Ok(is_sent)
}

/// Withdraws mails that no worker is sending; none of them counts as sent.
async fn withdrawn(forms: &FormStore, mails: &[String]) -> Result<bool, RestError> {
    for mail in mails {
        let withdrawn = forms.mails.withdraw(mail).await;
        withdrawn.map_err(RestError::internal)?;
    }
    Ok(false)
}

impl Accepted<'_> {
    /// The key by which a repeated request of the client is recognised.
    fn key(&self) -> Option<&str> {
        let sent = self.call.request().headers.get("idempotency-key")?;
        let key = sent.to_str().ok()?;
        (!key.is_empty() && key.len() <= LONGEST_KEY).then_some(key)
    }

    /// Stores the files privately. None without files.
    async fn stage(
        &self,
        forms: &FormStore,
    ) -> Result<(Option<StagedFiles>, Vec<Upload>), RestError> {
        let files = self.sent.uploads();
        if files.is_empty() {
            return Ok((None, Vec::new()));
        }
        let kind_of = |name: &str| {
            let kinds = media_types_of(name).into_iter();
            kinds
                .take(1)
                .next()
                .unwrap_or_else(|| "application/octet-stream".to_owned())
        };
        let new = files.iter().map(|file| NewPrivateFile {
            bytes: Bytes::copy_from_slice(&file.bytes),
            content_type: kind_of(&file.file_name),
        });
        let staged = forms.files.stage(new.collect()).await;
        let staged = staged.map_err(RestError::internal)?;
        let uploads = files.iter().zip(&staged.blobs);
        let uploads = uploads.map(|(file, blob)| Upload {
            field: file.field.clone(),
            file_name: file.file_name.clone(),
            content_type: kind_of(&file.file_name),
            bytes: u64::try_from(file.bytes.len()).unwrap_or(u64::MAX),
            blob: blob.clone(),
        });
        let uploads = uploads.collect();
        Ok((Some(staged), uploads))
    }

    fn kept(
        &self,
        status: SubmissionStatus,
        uploads: Vec<Upload>,
        mails: Vec<RenderedMail>,
    ) -> NewSubmission {
        let tags = self.form.tags();
        let of_kind = |kind: Kind| tags.iter().filter(move |tag| tag.kind == kind);
        let addresses = of_kind(Kind::Email).flat_map(|tag| self.sent.values(&tag.name));
        let consents = of_kind(Kind::Acceptance).map(|tag| Consent {
            field: tag.name.clone(),
            text: tag.content.clone(),
            is_given: !matches!(self.sent.value(&tag.name).trim(), "" | "0") != tag.has("invert"),
        });
        let facts = [
            ("address", &self.visitor.address),
            ("user_agent", &self.visitor.user_agent),
            ("url", &self.visitor.url),
        ];
        let fields = self.sent.stored(&tags).into_iter();
        NewSubmission {
            form: self.form.id.unwrap_or_default(),
            form_title: self.form.title.clone(),
            status,
            fields: fields.map(|(name, values)| (name, json!(values))).collect(),
            uploads,
            addresses: addresses.cloned().collect(),
            spam: Some(self.verdict.clone()),
            consents: consents.collect(),
            facts: facts
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.clone()))
                .collect::<BTreeMap<_, _>>(),
            mails,
        }
    }
}
