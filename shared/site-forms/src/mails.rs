//! The mails of a submission, as they are stored for the mail worker.

use contact_form::form::ContactForm;
use contact_form::mail::{Body, ComposeError, Mail, Mailbox, Values, compose};
use contact_form::submission::Submission;
use form_store::Upload;
use site_mail::{Attachment, RenderedMail};

/// The mails of a form: the first one, and the second one when it is active and can be composed.
///
/// # Errors
/// The first mail has no usable sender or recipient.
pub fn rendered(
    form: &ContactForm,
    sent: &Submission,
    values: &Values<'_>,
    uploads: &[Upload],
) -> Result<Vec<RenderedMail>, ComposeError> {
    let first = compose(&form.mail, &form.locale, values, sent)?;
    let mut mails = vec![of_mail(&first, sent, uploads)];
    if form.mail_2.active {
        match compose(&form.mail_2, &form.locale, values, sent) {
            Ok(second) => mails.push(of_mail(&second, sent, uploads)),
            Err(error) => {
                tracing::warn!(target: "site", form = form.id, %error, "the second mail of a form cannot be sent");
            }
        }
    }
    Ok(mails)
}

fn of_mail(mail: &Mail<'_>, sent: &Submission, uploads: &[Upload]) -> RenderedMail {
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
    // Uploads are stored in the order in which they were sent.
    let is_attached = |file: &contact_form::submission::Upload| {
        let mut attached = mail.attachments.iter();
        attached.any(|attached| std::ptr::eq(*attached, file))
    };
    let files = sent.uploads().iter().zip(uploads);
    let files = files.filter(|(file, _)| is_attached(file));
    RenderedMail {
        from: written(&mail.sender),
        to: mail.recipients.iter().map(written).collect(),
        headers,
        subject: mail.subject.clone(),
        body,
        is_html,
        attachments: files
            .map(|(_, upload)| Attachment {
                file_name: upload.file_name.clone(),
                content_type: upload.content_type.clone(),
                blob: upload.blob.clone(),
            })
            .collect(),
    }
}

/// An address with its name, the name in quotes.
fn written(mailbox: &Mailbox) -> String {
    match mailbox.name.as_str() {
        "" => mailbox.address.clone(),
        name => format!("\"{}\" <{}>", name.replace('\\', ""), mailbox.address),
    }
}
