//! How a client hears that a post is online: what the site asks for, as far as it can be sent.

use serde::{Deserialize, Serialize};

use crate::site_record::{NotificationChannel, Site};

/// How the client hears of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientNotice {
    /// By e-mail, as the site asks.
    Mail,
    /// By e-mail alone: the site asks for messaging too, which cannot be sent yet.
    MailOnly,
    /// Not at all: the site asks for e-mail and has no address.
    NoAddress,
    /// Not at all: what is left of the site's wish is messaging, which cannot be sent yet.
    NoMessaging,
    /// Not at all: the site asks for no notice.
    NotWanted,
}

impl ClientNotice {
    /// What `site` asks for, as far as it can be sent.
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

    /// Whether a mail goes out.
    pub const fn by_mail(self) -> bool {
        matches!(self, Self::Mail | Self::MailOnly)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::id::{SiteId, UserId};

    fn site(channel: NotificationChannel, email: Option<&str>) -> Site {
        Site {
            id: SiteId(1),
            user_id: UserId(1),
            member_ids: Vec::new(),
            name: "Cliente".into(),
            url: "https://cliente.example".into(),
            rest_root: None,
            rest_namespace: None,
            first_origin: None,
            host_user: None,
            host_password_set: false,
            email: email.map(str::to_owned),
            whatsapp: Some("+5511999990000".into()),
            solicitacao_aprovacao_default: true,
            sitemap_url: None,
            notification_channel: channel,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
            version: 1,
        }
    }

    #[test]
    fn a_mail_goes_out_when_the_site_asks_for_one_and_has_an_address() {
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
