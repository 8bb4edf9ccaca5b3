//! The client's approval of a post (docs/interface/platform/approval.md#rounds).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::platform::id::{PostId, SiteId, UserId};
use crate::platform::notification::{DeliveryChannel, NotificationKind};
use crate::platform::site_record::Site;

/// Longest comment of a client in characters.
pub const COMMENT_LIMIT: usize = 5_000;

/// Shortest time between two rounds of one post.
pub const ROUND_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

/// State of an approval round. Every state except `pending` is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalStatus {
    /// Waiting for the client.
    Pending,
    /// The client approved.
    Approved,
    /// The client asked for adjustments.
    Adjustments,
    /// The client rejected.
    Rejected,
    /// Replaced by a newer round, or the agency published without an answer.
    Superseded,
}

/// A client's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Publish it.
    Approve,
    /// Change it and ask again.
    Adjustments,
    /// Do not publish it.
    Reject,
}

impl Decision {
    /// The state that the decision leads to.
    pub const fn status(self) -> ApprovalStatus {
        match self {
            Self::Approve => ApprovalStatus::Approved,
            Self::Adjustments => ApprovalStatus::Adjustments,
            Self::Reject => ApprovalStatus::Rejected,
        }
    }

    /// Whether the decision requires a comment.
    pub const fn needs_comment(self) -> bool {
        matches!(self, Self::Adjustments)
    }
}

/// The channel of an approval request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalChannel {
    /// By e-mail.
    Email,
    /// By message.
    Whatsapp,
    /// By both.
    Both,
}

impl ApprovalChannel {
    /// The channels of a request to a client with these contacts; `None` without one.
    pub const fn of(email: bool, whatsapp: bool) -> Option<Self> {
        match (email, whatsapp) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Email),
            (false, true) => Some(Self::Whatsapp),
            (false, false) => None,
        }
    }

    /// The single channels, each with a delivery of its own.
    pub const fn deliveries(self) -> &'static [DeliveryChannel] {
        match self {
            Self::Email => &[DeliveryChannel::Email],
            Self::Whatsapp => &[DeliveryChannel::Whatsapp],
            Self::Both => &[DeliveryChannel::Email, DeliveryChannel::Whatsapp],
        }
    }
}

/// Why a client cannot be asked for approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAskable {
    /// The site has no contact of the client.
    NoContact,
    /// The site has an e-mail address, and no mail server is configured; a number does not help either.
    MailNotConfigured,
    /// The site has a number only, and the messaging channel is not configured.
    MessagingNotConfigured,
}

impl ApprovalChannel {
    /// The channels on which the client of `site` can be asked, where mail and messages can be sent or not.
    ///
    /// # Errors
    /// [`NotAskable`] when there is none.
    pub fn of_site(site: &Site, has_mail: bool, has_messaging: bool) -> Result<Self, NotAskable> {
        let has = |contact: &Option<String>| contact.as_ref().is_some_and(|c| !c.trim().is_empty());
        let (email, number) = (has(&site.email), has(&site.whatsapp));
        Self::of(email && has_mail, number && has_messaging).ok_or(match (email, number) {
            (false, false) => NotAskable::NoContact,
            (true, _) => NotAskable::MailNotConfigured,
            (false, true) => NotAskable::MessagingNotConfigured,
        })
    }
}

/// Approval label in lists and in the editor, derived from the post's flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Label {
    /// A round is open.
    Pendente,
    /// The last decision was an approval.
    Aprovado,
    /// The last decision asked for adjustments.
    Ajustes,
    /// The last decision was a rejection.
    Rejeitado,
}

/// One approval round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// Token of the client's pages (UUID version 4), sealed with the key ring; `None` in rounds of earlier
    /// releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_token: Option<String>,
    /// Token in clear text; only in open rounds of earlier releases.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "token")]
    pub clear_token: Option<Uuid>,
    /// Number of the round within the post, starting at 1.
    pub round: u32,
    /// The post under approval.
    pub post_id: PostId,
    /// The site that the post belonged to when the round was opened.
    pub site_id: SiteId,
    /// State of the round.
    pub status: ApprovalStatus,
    /// Channel of the request.
    pub channel: ApprovalChannel,
    /// Contacts that received the request.
    pub contacts: Vec<String>,
    /// User who requested the approval.
    pub requested_by: UserId,
    /// When the approval was requested.
    pub requested_at: Timestamp,
    /// When the round was answered or superseded; `None` while it is open.
    pub closed_at: Option<Timestamp>,
    /// IP address that the answer came from.
    pub respondent_ip: Option<String>,
    /// The client's comment.
    pub comment: Option<String>,
    /// Version of the content that the client approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_version: Option<u64>,
    /// Version of the content that the client answered about; `None` in rounds of earlier releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_version: Option<u64>,
    /// Whether the counters of the monthly reports contain the answer.
    #[serde(default)]
    pub counted: bool,
}

/// Why an answer is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The round has been answered.
    #[error("the round has already been answered")]
    Used,
    /// A newer round replaced this one.
    #[error("the round was superseded")]
    Superseded,
    /// The decision needs a comment.
    #[error("the decision needs a comment")]
    CommentMissing,
    /// The comment is longer than [`COMMENT_LIMIT`].
    #[error("the comment is too long")]
    CommentTooLong,
}

impl Approval {
    /// The last answered round of `rounds`, newest first, before the round with this number.
    pub fn answered_before(rounds: &[Self], round: u32) -> Option<&Self> {
        let mut earlier = rounds.iter().filter(|earlier| earlier.round < round);
        earlier.find(|earlier| earlier.open() == Err(AnswerError::Used))
    }

    /// What the client asked for; empty when they accepted the text, or rejected it without a comment.
    pub fn asked(&self) -> &str {
        match self.status {
            ApprovalStatus::Adjustments | ApprovalStatus::Rejected => {
                self.comment.as_deref().unwrap_or_default()
            }
            _ => "",
        }
    }

    /// The client's e-mail address among the contacts.
    pub fn email(&self) -> Option<&str> {
        self.contact(|contact| contact.contains('@'))
    }

    /// The client's telephone number among the contacts.
    pub fn number(&self) -> Option<&str> {
        self.contact(|contact| !contact.contains('@'))
    }

    fn contact(&self, is_wanted: impl Fn(&str) -> bool) -> Option<&str> {
        let contacts = self.contacts.iter().map(String::as_str);
        contacts.into_iter().find(|contact| is_wanted(contact))
    }

    /// The notifications of the request, one for each channel.
    pub fn requests(&self) -> impl Iterator<Item = (DeliveryChannel, NotificationKind)> {
        let (post_id, round) = (self.post_id, self.round);
        let kind = move |channel| match channel {
            DeliveryChannel::Email => NotificationKind::ApprovalRequest { post_id, round },
            DeliveryChannel::Whatsapp => NotificationKind::ApprovalMessage { post_id, round },
        };
        let channels = self.channel.deliveries().iter();
        channels.map(move |&channel| (channel, kind(channel)))
    }

    /// Checks that the round is open.
    pub const fn open(&self) -> Result<(), AnswerError> {
        match self.status {
            ApprovalStatus::Pending => Ok(()),
            ApprovalStatus::Superseded => Err(AnswerError::Superseded),
            ApprovalStatus::Approved | ApprovalStatus::Adjustments | ApprovalStatus::Rejected => {
                Err(AnswerError::Used)
            }
        }
    }

    /// The round after the client's answer. A rejected answer changes nothing.
    pub fn answer(
        &self,
        decision: Decision,
        comment: &str,
        respondent_ip: Option<String>,
        now: Timestamp,
    ) -> Result<Self, AnswerError> {
        self.open()?;
        let comment = comment.trim();
        if comment.is_empty() && decision.needs_comment() {
            return Err(AnswerError::CommentMissing);
        }
        if comment.chars().count() > COMMENT_LIMIT {
            return Err(AnswerError::CommentTooLong);
        }
        Ok(Self {
            status: decision.status(),
            closed_at: Some(now),
            respondent_ip,
            comment: (!comment.is_empty()).then(|| comment.to_owned()),
            clear_token: None,
            ..self.clone()
        })
    }

    /// Remaining time until the next round of the post may be opened; `None` when it may be opened at
    /// `now`.
    pub fn next_round_wait(&self, now: Timestamp) -> Option<SignedDuration> {
        let wait = (self.requested_at + ROUND_INTERVAL).duration_since(now);
        wait.is_positive().then_some(wait)
    }

    /// The round after it was replaced by a newer round or by a publication; a closed round stays
    /// unchanged.
    pub fn supersede(&self, now: Timestamp) -> Self {
        match self.open() {
            Ok(()) => Self {
                status: ApprovalStatus::Superseded,
                closed_at: Some(now),
                clear_token: None,
                ..self.clone()
            },
            Err(_) => self.clone(),
        }
    }
}

/// The approval label: `Pendente` while a round is open, otherwise the last decision.
pub const fn label(
    pending: bool,
    approved: bool,
    adjustments: bool,
    rejected: bool,
) -> Option<Label> {
    if pending {
        Some(Label::Pendente)
    } else if approved {
        Some(Label::Aprovado)
    } else if adjustments {
        Some(Label::Ajustes)
    } else if rejected {
        Some(Label::Rejeitado)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending() -> Approval {
        Approval {
            sealed_token: Some("sealed".into()),
            clear_token: None,
            round: 1,
            post_id: PostId(1),
            site_id: SiteId(1),
            status: ApprovalStatus::Pending,
            channel: ApprovalChannel::Email,
            contacts: vec!["cliente@exemplo.com.br".into()],
            requested_by: UserId(1),
            requested_at: Timestamp::UNIX_EPOCH,
            closed_at: None,
            respondent_ip: None,
            comment: None,
            approved_version: None,
            answered_version: None,
            counted: false,
        }
    }

    #[test]
    fn the_last_answer_is_that_of_the_newest_answered_round_before() {
        let round = |round, status, comment: &str| Approval {
            round,
            status,
            comment: (!comment.is_empty()).then(|| comment.to_owned()),
            ..pending()
        };
        let rounds = [
            round(5, ApprovalStatus::Adjustments, "cinco"),
            round(4, ApprovalStatus::Pending, ""),
            round(3, ApprovalStatus::Superseded, ""),
            round(2, ApprovalStatus::Rejected, "dois"),
            round(1, ApprovalStatus::Approved, "um"),
        ];
        let before = |round| Approval::answered_before(&rounds, round);
        assert_eq!(before(5).map(Approval::asked), Some("dois"));
        assert_eq!(before(2).map(Approval::asked), Some(""));
        assert_eq!(before(1), None);
    }

    #[test]
    fn every_answer_closes_the_round() {
        for decision in [Decision::Approve, Decision::Adjustments, Decision::Reject] {
            let answered = pending()
                .answer(decision, "troque a foto", None, Timestamp::UNIX_EPOCH)
                .unwrap();
            assert_eq!(
                answered.answer(Decision::Approve, "", None, Timestamp::UNIX_EPOCH),
                Err(AnswerError::Used)
            );
            assert_eq!(answered.supersede(Timestamp::UNIX_EPOCH), answered);
        }
    }

    #[test]
    fn a_superseded_round_cannot_be_answered() {
        let superseded = pending().supersede(Timestamp::UNIX_EPOCH);
        assert_eq!(
            superseded.answer(Decision::Approve, "", None, Timestamp::UNIX_EPOCH),
            Err(AnswerError::Superseded)
        );
    }

    #[test]
    fn adjustments_need_a_comment() {
        assert_eq!(
            pending().answer(Decision::Adjustments, "  ", None, Timestamp::UNIX_EPOCH),
            Err(AnswerError::CommentMissing)
        );
        let long = "a".repeat(COMMENT_LIMIT + 1);
        assert_eq!(
            pending().answer(Decision::Reject, &long, None, Timestamp::UNIX_EPOCH),
            Err(AnswerError::CommentTooLong)
        );
    }

    #[test]
    fn rounds_are_at_least_a_minute_apart() {
        let second = |second| Timestamp::from_second(second).unwrap();
        let round = pending();
        assert_eq!(
            round.next_round_wait(second(20)),
            Some(SignedDuration::from_secs(40))
        );
        assert_eq!(round.next_round_wait(second(60)), None);
    }

    #[test]
    fn a_clear_text_token_is_removed_when_the_round_is_answered() {
        let mut stored = serde_json::to_value(pending()).unwrap();
        stored["token"] = serde_json::json!("6f1c2a1e-1111-4222-8333-444455556666");
        let round: Approval = serde_json::from_value(stored).unwrap();
        assert!(round.clear_token.is_some());
        let now = Timestamp::UNIX_EPOCH;
        let answered = round.answer(Decision::Approve, "", None, now).unwrap();
        for closed in [answered, round.supersede(now)] {
            assert_eq!(closed.clear_token, None);
        }
    }

    #[test]
    fn a_client_is_asked_on_every_channel_that_has_a_contact_and_works() {
        use ApprovalChannel::{Both, Email, Whatsapp};
        use NotAskable::{MailNotConfigured, MessagingNotConfigured, NoContact};
        for (email, number, mail, messaging, expected) in [
            (true, true, true, true, Ok(Both)),
            (true, true, true, false, Ok(Email)),
            (true, true, false, true, Ok(Whatsapp)),
            (true, true, false, false, Err(MailNotConfigured)),
            (true, false, true, true, Ok(Email)),
            (true, false, false, true, Err(MailNotConfigured)),
            (false, true, true, true, Ok(Whatsapp)),
            (false, true, true, false, Err(MessagingNotConfigured)),
            (false, false, true, true, Err(NoContact)),
            (false, false, false, false, Err(NoContact)),
        ] {
            let site = Site {
                email: Some(if email { "a@b.example" } else { " " }.into()),
                whatsapp: number.then(|| "+5511999990000".into()),
                ..Site::new(SiteId(1), UserId(1), Timestamp::UNIX_EPOCH)
            };
            let asked = ApprovalChannel::of_site(&site, mail, messaging);
            assert_eq!(asked, expected, "{email} {number} {mail} {messaging}");
        }
    }

    #[test]
    fn each_channel_of_a_request_has_its_contact_and_its_notification() {
        let round = Approval {
            channel: ApprovalChannel::of(true, true).unwrap(),
            contacts: vec!["cliente@exemplo.com.br".into(), "+5511999990000".into()],
            ..pending()
        };
        assert_eq!(round.email(), Some("cliente@exemplo.com.br"));
        assert_eq!(round.number(), Some("+5511999990000"));
        let ids: Vec<_> = round.requests().map(|(_, kind)| kind.id()).collect();
        assert_eq!(ids, ["approval-request-1-1", "approval-message-1-1"]);
        let by_mail = pending();
        assert_eq!((by_mail.number(), by_mail.requests().count()), (None, 1));
        assert_eq!(ApprovalChannel::of(false, false), None);
    }

    #[test]
    fn an_open_round_takes_precedence_over_the_last_decision() {
        assert_eq!(label(true, true, false, false), Some(Label::Pendente));
        assert_eq!(label(false, false, true, false), Some(Label::Ajustes));
        assert_eq!(label(false, false, false, false), None);
    }
}
