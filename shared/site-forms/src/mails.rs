//! The mails of a submission, as they are stored for the mail worker.

use contact_form::form::ContactForm;
use contact_form::mail::{Body, ComposeError, Mail, Mailbox, Values, compose};
use contact_form::submission::Submission;
use form_store::Upload;
use site_mail::{Attachment, RenderedMail};

/// A mail of a submission, whose files are not stored yet.
pub struct ComposedMail {
    mail: RenderedMail,
    /// Positions of the files that it attaches, among those that were sent.
    pub files: Vec<usize>,
}

impl ComposedMail {
    /// The mail with its files, which are stored in the order of [`ComposedMail::files`].
    pub fn with<'a>(mut self, uploads: impl IntoIterator<Item = &'a Upload>) -> RenderedMail {
        let attached = uploads.into_iter().map(|upload| Attachment {
            file_name: upload.file_name.clone(),
            content_type: upload.content_type.clone(),
            blob: upload.blob.clone(),
        });
        self.mail.attachments = attached.collect();
        self.mail
    }
}

/// The mails of a form: the first one, and the second one when it is active and can be composed.
///
/// # Errors
/// The first mail has no usable sender or recipient.
pub fn composed(
    form: &ContactForm,
    sent: &Submission,
    values: &Values<'_>,
) -> Result<Vec<ComposedMail>, ComposeError> {
    let first = compose(&form.mail, &form.locale, values, sent)?;
    let mut mails = vec![of_mail(&first, sent)];
    if form.mail_2.active {
        match compose(&form.mail_2, &form.locale, values, sent) {
            Ok(second) => mails.push(of_mail(&second, sent)),
            Err(error) => {
                tracing::warn!(target: "site", form = form.id, %error, "the second mail of a form cannot be sent");
            }
        }
    }
    Ok(mails)
}

fn of_mail(mail: &Mail<'_>, sent: &Submission) -> ComposedMail {
    let mut headers = Vec::new();
    for (name, people) in [
        ("Cc", &mail.cc),
        ("Bcc", &mail.bcc),
        ("Reply-To", &mail.reply_to),
    ] {
        if !people.is_empty() {
            let people: Vec<String> = people.iter().map(written).collect();
            headers.push((name.to_owned(), people.join(", ")));
        }
    }
    headers.extend(mail.headers.iter().cloned());
    let (body, is_html) = match &mail.body {
        Body::Text(text) => (text.clone(), false),
        Body::Html(html) => (html.clone(), true),
    };
    let is_attached = |file: &contact_form::submission::Upload| {
        let mut attached = mail.attachments.iter();
        attached.any(|attached| std::ptr::eq(*attached, file))
    };
    let files = sent.uploads().iter().enumerate();
    let files = files.filter(|(_, file)| is_attached(file));
    ComposedMail {
        files: files.map(|(place, _)| place).collect(),
        mail: RenderedMail {
            from: written(&mail.sender),
            to: mail.recipients.iter().map(written).collect(),
            headers,
            subject: mail.subject.clone(),
            body,
            is_html,
            attachments: Vec::new(),
        },
    }
}

/// An address with its name, the name in quotes.
fn written(mailbox: &Mailbox) -> String {
    match mailbox.name.as_str() {
        "" => mailbox.address.clone(),
        name => format!("\"{}\" <{}>", name.replace('\\', ""), mailbox.address),
    }
}
