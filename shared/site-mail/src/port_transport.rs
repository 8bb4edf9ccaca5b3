//! Mails of a site over the mail port, which platform mails use as well.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{ComposedMail, Mail, MailAttachment, MailError};

use crate::work::{MailTransport, ReadyMail};

/// Sends mails of a site over the mail port: through the same server as messages of the platform.
#[derive(Clone)]
pub struct PortTransport(pub Arc<dyn Mail>);

impl std::fmt::Debug for PortTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PortTransport").finish_non_exhaustive()
    }
}

#[async_trait]
impl MailTransport for PortTransport {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        let files = mail.attachments.iter().map(|file| MailAttachment {
            file_name: file.file_name.clone(),
            content_type: file.content_type.clone(),
            bytes: file.bytes.clone(),
        });
        let texts = &mail.mail;
        let composed = ComposedMail {
            message_id: mail.message_id.clone(),
            from: texts.from.clone(),
            to: texts.to.clone(),
            headers: texts.headers.clone(),
            subject: texts.subject.clone(),
            body: texts.body.clone(),
            is_html: texts.is_html,
            attachments: files.collect(),
        };
        self.0.send_composed(&composed).await
    }
}
