//! Decides how a client is notified of a publication, given the site's settings and the supported channels.

use serde::{Deserialize, Serialize};

use crate::platform::site_record::{NotificationChannel, Site};

/// How the client is notified of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientNotice {
    /// By e-mail, as the site asks.
    Mail,
    /// By e-mail only: the site also requests messaging, which is not supported yet.
    MailOnly,
    /// Not notified: the site requests e-mail and has no address.
    NoAddress,
    /// Not notified: only messaging remains of the site's channels, and it is not supported yet.
    NoMessaging,
    /// Not notified: the site requests no notification.
    NotWanted,
}

impl ClientNotice {
    /// Derives the notification from the channels and contacts of `site`.
    pub fn of(site: &Site) -> Self {
        let address = site
            .email
            .as_deref()
            .is_some_and(|email| !email.trim().is_empty());
        match (site.notification_channel, address) {
            (NotificationChannel::None, _) => Self::NotWanted,
            (NotificationChannel::Email, true) => Self::Mail,
            (NotificationChannel::Email, false) => Self::NoAddress,
            (NotificationChannel::Both, true) => Self::MailOnly,
            (NotificationChannel::Both, false) | (NotificationChannel::Whatsapp, _) => {
                Self::NoMessaging
            }
        }
    }

    /// Whether an e-mail is sent.
    pub const fn by_mail(self) -> bool {
        matches!(self, Self::Mail | Self::MailOnly)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::platform::id::{SiteId, UserId};

    fn site(channel: NotificationChannel, email: Option<&str>) -> Site {
        Site {
            name: "Cliente".into(),
            url: "https://cliente.example".into(),
            email: email.map(str::to_owned),
            whatsapp: Some("+5511999990000".into()),
            solicitacao_aprovacao_default: true,
            notification_channel: channel,
            ..Site::new(SiteId(1), UserId(1), Timestamp::UNIX_EPOCH)
        }
    }

    #[test]
    fn an_email_is_sent_when_the_site_requests_one_and_has_an_address() {
        use NotificationChannel::{Both, Email, None, Whatsapp};
        for (channel, address, expected) in [
            (Email, Some("a@b.example"), ClientNotice::Mail),
            (Email, Some("  "), ClientNotice::NoAddress),
            (Email, Option::None, ClientNotice::NoAddress),
            (Both, Some("a@b.example"), ClientNotice::MailOnly),
            (Both, Option::None, ClientNotice::NoMessaging),
            (Whatsapp, Some("a@b.example"), ClientNotice::NoMessaging),
            (None, Some("a@b.example"), ClientNotice::NotWanted),
        ] {
            let notice = ClientNotice::of(&site(channel, address));
            assert_eq!(notice, expected, "{channel:?} {address:?}");
            let mails = matches!(expected, ClientNotice::Mail | ClientNotice::MailOnly);
            assert_eq!(notice.by_mail(), mails);
        }
    }
}
