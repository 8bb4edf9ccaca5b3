//! Decides how a client is notified of a publication, given the site's channels and contacts.

use serde::{Deserialize, Serialize};

use crate::platform::id::{JobId, PostId};
use crate::platform::notification::{DeliveryChannel, NotificationKind};
use crate::platform::site_record::{NotificationChannel, Site};

/// How the client is notified of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientNotice {
    /// By e-mail, as the site asks.
    Mail,
    /// By message, as the site asks.
    Message,
    /// By e-mail and by message, as the site asks.
    MailAndMessage,
    /// By e-mail only: the site also asks for messages and has no number, or an earlier release could not send
    /// them.
    MailOnly,
    /// By message only: the site also asks for e-mail and has no address.
    MessageOnly,
    /// Not notified: the site asks for e-mail and has no address.
    NoAddress,
    /// Not notified: the site asks for messages and has no number.
    NoNumber,
    /// Not notified: the site asks for both and has no contact.
    NoContact,
    /// Not notified: the site asked for messages, which an earlier release could not send.
    NoMessaging,
    /// Not notified: the site asks for no notification.
    NotWanted,
}

impl ClientNotice {
    /// Derives the notification from the channels and contacts of `site`.
    pub fn of(site: &Site) -> Self {
        let has = |contact: &Option<String>| contact.as_ref().is_some_and(|c| !c.trim().is_empty());
        let (address, number) = (has(&site.email), has(&site.whatsapp));
        match (site.notification_channel, address, number) {
            (NotificationChannel::None, ..) => Self::NotWanted,
            (NotificationChannel::Email, true, _) => Self::Mail,
            (NotificationChannel::Email, false, _) => Self::NoAddress,
            (NotificationChannel::Whatsapp, _, true) => Self::Message,
            (NotificationChannel::Whatsapp, _, false) => Self::NoNumber,
            (NotificationChannel::Both, true, true) => Self::MailAndMessage,
            (NotificationChannel::Both, true, false) => Self::MailOnly,
            (NotificationChannel::Both, false, true) => Self::MessageOnly,
            (NotificationChannel::Both, false, false) => Self::NoContact,
        }
    }

    /// Whether an e-mail is sent.
    pub const fn by_mail(self) -> bool {
        matches!(self, Self::Mail | Self::MailAndMessage | Self::MailOnly)
    }

    /// Whether a message is sent.
    pub const fn by_message(self) -> bool {
        matches!(
            self,
            Self::Message | Self::MailAndMessage | Self::MessageOnly
        )
    }

    /// The notifications of the publication of `post_id` by `job_id`, one for each channel.
    pub fn notifications(
        self,
        post_id: PostId,
        job_id: JobId,
    ) -> impl Iterator<Item = (DeliveryChannel, NotificationKind)> {
        let mail = (
            DeliveryChannel::Email,
            NotificationKind::PostPublished { post_id, job_id },
        );
        let message = (
            DeliveryChannel::Whatsapp,
            NotificationKind::PublishedMessage { post_id, job_id },
        );
        let mail = self.by_mail().then_some(mail);
        mail.into_iter().chain(self.by_message().then_some(message))
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::platform::id::{SiteId, UserId};

    fn site(channel: NotificationChannel, email: Option<&str>, number: Option<&str>) -> Site {
        Site {
            name: "Cliente".into(),
            url: "https://cliente.example".into(),
            email: email.map(str::to_owned),
            whatsapp: number.map(str::to_owned),
            solicitacao_aprovacao_default: true,
            notification_channel: channel,
            ..Site::new(SiteId(1), UserId(1), Timestamp::UNIX_EPOCH)
        }
    }

    #[test]
    fn the_client_is_notified_on_the_channels_that_the_site_asks_for_and_has_contacts_of() {
        use NotificationChannel::{Both, Email, None, Whatsapp};
        let (mail, phone) = (Some("a@b.example"), Some("+5511999990000"));
        for (channel, address, number, expected, channels) in [
            (Email, mail, phone, ClientNotice::Mail, "email"),
            (Email, Some("  "), phone, ClientNotice::NoAddress, ""),
            (Email, Option::None, phone, ClientNotice::NoAddress, ""),
            (
                Both,
                mail,
                phone,
                ClientNotice::MailAndMessage,
                "email whatsapp",
            ),
            (Both, mail, Option::None, ClientNotice::MailOnly, "email"),
            (
                Both,
                Option::None,
                phone,
                ClientNotice::MessageOnly,
                "whatsapp",
            ),
            (Both, Option::None, Some(" "), ClientNotice::NoContact, ""),
            (Whatsapp, mail, phone, ClientNotice::Message, "whatsapp"),
            (Whatsapp, mail, Option::None, ClientNotice::NoNumber, ""),
            (None, mail, phone, ClientNotice::NotWanted, ""),
        ] {
            let notice = ClientNotice::of(&site(channel, address, number));
            assert_eq!(notice, expected, "{channel:?} {address:?} {number:?}");
            let sent = notice.notifications(PostId(1), JobId(2));
            let sent: Vec<_> = sent.map(|(channel, _)| channel.name()).collect();
            assert_eq!(sent.join(" "), channels, "{expected:?}");
        }
    }

    #[test]
    fn notices_of_earlier_releases_are_read() {
        for (stored, notice) in [
            ("\"mail_only\"", ClientNotice::MailOnly),
            ("\"no_messaging\"", ClientNotice::NoMessaging),
        ] {
            assert_eq!(
                serde_json::from_str::<ClientNotice>(stored).ok(),
                Some(notice)
            );
        }
    }
}
