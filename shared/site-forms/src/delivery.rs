//! Keeps an accepted submission with its files, and sends its mails.

use std::collections::BTreeMap;

use contact_form::mail::Values;
use contact_form::tag::Kind;
use form_store::{
    Appended, Consent, FormStore, Forwarded, JudgedMessage, NewSubmission, SpamVerdict,
    SubmissionStatus, Upload,
};
use jiff::SignedDuration;
use serde_json::json;
use site_mail::{Awaited, RenderedMail, SiteMailError};

use crate::error::SiteFormsError;
use crate::forms::SiteForms;
use crate::mails::{ComposedMail, composed};
use crate::sending::Sending;
use crate::staging::stage;

/// How long a request waits for its first mail.
const WAIT: SignedDuration = SignedDuration::from_secs(10);
/// How long it waits further for an attempt that has begun.
const LAST_WAIT: SignedDuration = SignedDuration::from_secs(10);
/// Longest idempotency key of a client in bytes.
const LONGEST_KEY: usize = 200;

/// What became of the first mail of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// The mail server accepted it, or there is none.
    Sent,
    /// It was not sent and will not be.
    Failed,
    /// It may have been sent, or may still be: a worker is sending it, or the answer of the mail server was lost.
    Uncertain,
}

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
    /// What it judged.
    pub judged: &'a JudgedMessage,
}

impl Accepted<'_> {
    /// Keeps a submission that is spam, unless the form keeps none. Its mails and files are kept with it, for a person who
    /// corrects the verdict.
    ///
    /// # Errors
    /// The store failed.
    pub async fn keep_spam(&self, is_mailed: bool) -> Result<(), SiteFormsError> {
        if self.sending.form.settings().do_not_store() {
            return Ok(());
        }
        let mails = self.composed(is_mailed).unwrap_or_default();
        self.keep(SubmissionStatus::Spam, mails).await?;
        Ok(())
    }

    /// The mails of the submission; none in place of mails that cannot be sent.
    fn composed(&self, is_mailed: bool) -> Option<Vec<ComposedMail>> {
        if !is_mailed {
            return Some(Vec::new());
        }
        let Sending { form, sent, .. } = *self.sending;
        let mails = composed(form, sent, self.values).inspect_err(|error| {
            tracing::warn!(target: "site", form = form.id, %error, "the mail of a form cannot be sent");
        });
        mails.ok()
    }

    /// Keeps a submission, unless the form keeps none, and sends its mails. Waits for the first one.
    ///
    /// # Errors
    /// A store failed.
    pub async fn deliver(&self, is_mailed: bool) -> Result<Delivery, SiteFormsError> {
        let mails = self.composed(is_mailed);
        let is_kept = !self.sending.form.settings().do_not_store();
        let stored = match mails {
            Some(mails) if is_kept => self.keep(SubmissionStatus::Sent, mails).await?,
            Some(mails) if !mails.is_empty() => self.forward(mails).await?,
            Some(_) => return Ok(Delivery::Sent),
            None => {
                if is_kept {
                    self.keep(SubmissionStatus::Failed, Vec::new()).await?;
                }
                return Ok(Delivery::Failed);
            }
        };
        Ok(self.send(&stored.mails).await?)
    }

    /// Keeps a submission with its files and mails; `status` is that of one without mails. Those of spam are held.
    async fn keep(
        &self,
        status: SubmissionStatus,
        mails: Vec<ComposedMail>,
    ) -> Result<Appended, SiteFormsError> {
        let files: Vec<_> = self.sending.sent.uploads().iter().collect();
        let (staged, uploads) = stage(&self.store, &files).await?;
        let mails: Vec<RenderedMail> = mails
            .into_iter()
            .map(|mail| {
                let files = mail.files.clone();
                mail.with(files.iter().filter_map(|place| uploads.get(*place)))
            })
            .collect();
        let new = match status {
            SubmissionStatus::Spam => NewSubmission {
                held: mails,
                ..self.kept(status, uploads, Vec::new())
            },
            status if mails.is_empty() => self.kept(status, uploads, mails),
            _ => self.kept(SubmissionStatus::Queued, uploads, mails),
        };
        Ok(self.store.append(new, self.key(), staged.as_ref()).await?)
    }

    /// Stores only the mails of a submission. Each has files of its own, which are removed at its end.
    async fn forward(&self, mails: Vec<ComposedMail>) -> Result<Appended, SiteFormsError> {
        let sent = self.sending.sent.uploads();
        let mut forwarded = Vec::with_capacity(mails.len());
        for mail in mails {
            let files: Vec<_> = mail.files.iter().filter_map(|one| sent.get(*one)).collect();
            let (staged, uploads) = stage(&self.store, &files).await?;
            forwarded.push((mail.with(&uploads), staged));
        }
        let new = Forwarded {
            form: self.sending.form.id.unwrap_or_default(),
            addresses: self.addresses(),
            mails: forwarded,
        };
        Ok(self.store.forward(new, self.key()).await?)
    }

    /// Sends the messages of the mails and waits for the first one. A mail that no worker is sending at the end of a wait is
    /// withdrawn, so that *failed* stays true.
    async fn send(&self, mails: &[String]) -> Result<Delivery, SiteMailError> {
        let queued = &self.store.mails;
        queued.announce(self.forms.work, mails).await;
        let Some((first, others)) = mails.split_first() else {
            return Ok(Delivery::Sent);
        };
        let first = std::slice::from_ref(first);
        let mut awaited = Awaited::Pending;
        for wait in [WAIT, LAST_WAIT] {
            let until = self.forms.site.parts().clock.now_seconds() + wait;
            awaited = queued.wait(first, until, self.forms.sleeper).await?;
            if awaited == Awaited::Pending {
                self.withdraw(first).await?;
                awaited = queued.outcome(first).await?;
            }
            if awaited != Awaited::Pending {
                break;
            }
        }
        Ok(match awaited {
            Awaited::Sent => Delivery::Sent,
            Awaited::Failed => {
                // The second mail tells the visitor what was sent, so it does not go out alone.
                self.withdraw(others).await?;
                Delivery::Failed
            }
            // A worker is still sending it, or its answer was lost.
            Awaited::Pending | Awaited::Uncertain => Delivery::Uncertain,
        })
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

    /// The e-mail addresses of the person.
    fn addresses(&self) -> Vec<String> {
        let Sending { form, sent, .. } = *self.sending;
        let tags = form.tags();
        let tags = tags.iter().filter(|tag| tag.kind == Kind::Email);
        tags.flat_map(|tag| sent.values(&tag.name))
            .cloned()
            .collect()
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
            addresses: self.addresses(),
            spam: Some(self.verdict.clone()),
            judged: self.judged.clone(),
            held: Vec::new(),
            consents: consents.collect(),
            facts: facts
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.clone()))
                .collect::<BTreeMap<_, _>>(),
            mails,
        }
    }
}
