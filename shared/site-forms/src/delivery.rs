//! Keeps an accepted submission with its files, and sends its mails.

use std::collections::BTreeMap;

use bytes::Bytes;
use contact_form::mail::Values;
use contact_form::submission::media_types_of;
use contact_form::tag::Kind;
use form_store::{Consent, FormStore, NewSubmission, SpamVerdict, SubmissionStatus, Upload};
use jiff::SignedDuration;
use serde_json::json;
use site_mail::{Awaited, NewPrivateFile, RenderedMail, SiteMailError, StagedFiles};

use crate::error::SiteFormsError;
use crate::forms::SiteForms;
use crate::mails::rendered;
use crate::sending::Sending;

/// How long a request waits for its first mail.
const WAIT: SignedDuration = SignedDuration::from_secs(10);
/// How long it waits further for an attempt that has begun.
const LAST_WAIT: SignedDuration = SignedDuration::from_secs(10);
/// Longest idempotency key of a client in bytes.
const LONGEST_KEY: usize = 200;

/// An accepted submission.
pub struct Accepted<'a> {
    /// The forms of the site.
    pub forms: &'a SiteForms<'a>,
    /// Their store.
    pub store: FormStore,
    /// The submission with its sender.
    pub sending: &'a Sending<'a>,
    /// The values of mail tags.
    pub values: &'a Values<'a>,
    /// What the spam filter says.
    pub verdict: &'a SpamVerdict,
}

impl Accepted<'_> {
    /// Keeps a submission that is spam, unless the form keeps none. It has no mails.
    ///
    /// # Errors
    /// The store failed.
    pub async fn keep_spam(&self) -> Result<(), SiteFormsError> {
        if self.sending.form.settings().do_not_store() {
            return Ok(());
        }
        let new = self.kept(SubmissionStatus::Spam, Vec::new(), Vec::new());
        self.store.append(new, self.key(), None).await?;
        Ok(())
    }

    /// Keeps a submission, unless the form keeps none, and sends its mails. Returns whether the first mail was sent.
    ///
    /// # Errors
    /// A store failed.
    pub async fn deliver(&self, is_mailed: bool) -> Result<bool, SiteFormsError> {
        let Sending { form, sent, .. } = *self.sending;
        let (staged, uploads) = self.stage().await?;
        let mails = if is_mailed {
            match rendered(form, sent, self.values, &uploads) {
                Ok(mails) => Some(mails),
                Err(error) => {
                    tracing::warn!(target: "site", form = form.id, %error, "the mail of a form cannot be sent");
                    None
                }
            }
        } else {
            Some(Vec::new())
        };
        let is_composed = mails.is_some();
        let mails = mails.unwrap_or_default();
        let has_mails = !mails.is_empty();
        let (submission, mails) = if form.settings().do_not_store() {
            (None, enqueue(&self.store, &mails, staged).await?)
        } else {
            let status = match (is_composed, has_mails) {
                (false, _) => SubmissionStatus::Failed,
                (true, true) => SubmissionStatus::Queued,
                (true, false) => SubmissionStatus::Sent,
            };
            let new = self.kept(status, uploads, mails);
            let stored = self.store.append(new, self.key(), staged.as_ref()).await?;
            (Some(stored.id), stored.mails)
        };
        if !has_mails {
            return Ok(is_composed);
        }
        let is_sent = self.send(&mails).await?;
        if let Some(id) = submission {
            self.store.settle(id).await?;
        }
        Ok(is_sent)
    }

    /// Sends the messages of the mails and waits for the first one. A mail that no worker takes within the wait is withdrawn,
    /// so that the answer stays true.
    async fn send(&self, mails: &[String]) -> Result<bool, SiteMailError> {
        let queued = &self.store.mails;
        queued.announce(self.forms.work, mails).await;
        let Some((first, others)) = mails.split_first() else {
            return Ok(true);
        };
        let first = std::slice::from_ref(first);
        let wait = async |wait: SignedDuration| {
            let until = self.forms.site.parts().clock.now_seconds() + wait;
            queued.wait(first, until, self.forms.sleeper).await
        };
        let mut awaited = wait(WAIT).await?;
        if awaited == Awaited::Pending {
            self.withdraw(first).await?;
            awaited = wait(LAST_WAIT).await?;
        }
        let is_sent = awaited == Awaited::Sent;
        if !is_sent {
            // The second mail tells the visitor what was sent, so it does not go out alone.
            self.withdraw(others).await?;
        }
        Ok(is_sent)
    }

    /// Withdraws mails that no worker is sending.
    async fn withdraw(&self, mails: &[String]) -> Result<(), SiteMailError> {
        for mail in mails {
            self.store.mails.withdraw(mail).await?;
        }
        Ok(())
    }

    /// The key by which a repeated request of the client is recognised.
    fn key(&self) -> Option<&str> {
        let key = self.sending.idempotency_key?;
        (!key.is_empty() && key.len() <= LONGEST_KEY).then_some(key)
    }

    /// Stores the files privately. None without files.
    async fn stage(&self) -> Result<(Option<StagedFiles>, Vec<Upload>), SiteMailError> {
        let files = self.sending.sent.uploads();
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
        let staged = self.store.files.stage(new.collect()).await?;
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
        let Sending {
            form,
            sent,
            visitor,
            ..
        } = *self.sending;
        let tags = form.tags();
        let of_kind = |kind: Kind| tags.iter().filter(move |tag| tag.kind == kind);
        let addresses = of_kind(Kind::Email).flat_map(|tag| sent.values(&tag.name));
        let consents = of_kind(Kind::Acceptance).map(|tag| Consent {
            field: tag.name.clone(),
            text: tag.content.clone(),
            is_given: !matches!(sent.value(&tag.name).trim(), "" | "0") != tag.has("invert"),
        });
        let facts = [
            ("address", &visitor.address),
            ("user_agent", &visitor.user_agent),
            ("url", &visitor.url),
        ];
        let fields = sent.stored(&tags).into_iter();
        NewSubmission {
            form: form.id.unwrap_or_default(),
            form_title: form.title.clone(),
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
