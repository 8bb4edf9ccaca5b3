//! The one word for the state of a post where people look at it (docs/interface/platform/posts.md#state).

use crate::platform::approval::Label;
use crate::platform::post::{Post, PostStatus};
use crate::platform::publication::Stage;

/// State of a post: the first of these that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PostState {
    /// The publication stopped and needs user action.
    Parked,
    /// An attempt to publish failed, and another one is due or in progress.
    Retrying,
    /// The post is being sent to its site.
    Sending,
    /// The client was asked and has not answered.
    WithClient,
    /// The client asked for adjustments after the last publication.
    Adjustments,
    /// The client rejected the post after the last publication.
    Rejected,
    /// The site holds the post for its date.
    Scheduled,
    /// The site shows the post.
    Published,
    /// The client approved the post.
    Approved,
    /// None of these.
    Draft,
}

/// What the state of a post depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateFacts {
    /// Stage of the publication that has not ended.
    pub publication: Option<Stage>,
    /// Approval label.
    pub approval: Option<Label>,
    /// Whether a publication was recorded after the client's last decision.
    pub published_since_decision: bool,
    /// Workflow state.
    pub status: PostStatus,
}

impl PostState {
    /// Every state, from the first that is tried to the last.
    pub const ALL: [Self; 10] = [
        Self::Parked,
        Self::Retrying,
        Self::Sending,
        Self::WithClient,
        Self::Adjustments,
        Self::Rejected,
        Self::Scheduled,
        Self::Published,
        Self::Approved,
        Self::Draft,
    ];

    /// The state of a post with these facts.
    pub const fn of(facts: StateFacts) -> Self {
        match facts.publication {
            Some(Stage::Parked) => return Self::Parked,
            Some(Stage::Retrying) => return Self::Retrying,
            Some(Stage::Sending) => return Self::Sending,
            None => {}
        }
        let is_newer = !facts.published_since_decision;
        match (facts.approval, facts.status) {
            (Some(Label::Pendente), _) => Self::WithClient,
            (Some(Label::Ajustes), _) if is_newer => Self::Adjustments,
            (Some(Label::Rejeitado), _) if is_newer => Self::Rejected,
            (_, PostStatus::Scheduled) => Self::Scheduled,
            (_, PostStatus::Published) => Self::Published,
            (Some(Label::Aprovado), PostStatus::Draft) => Self::Approved,
            (_, PostStatus::Draft) => Self::Draft,
        }
    }
}

impl Post {
    /// The state to show.
    pub const fn state(&self) -> PostState {
        PostState::of(StateFacts {
            publication: self.publication,
            approval: self.approval_label(),
            published_since_decision: self.published_since_decision,
            status: self.status,
        })
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::platform::approval::Decision;
    use crate::platform::id::{PostId, SiteId, UserId};
    use crate::platform::post::PostFields;

    fn post() -> Post {
        let fields = PostFields::default();
        Post::draft(
            PostId(3),
            UserId(5),
            SiteId(7),
            fields,
            0,
            Timestamp::UNIX_EPOCH,
        )
    }

    fn online(post: &mut Post) {
        post.mark_published("https://cliente.example/a".into(), Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn the_first_state_that_holds_is_shown() {
        let mut post = post();
        assert_eq!(post.state(), PostState::Draft);
        post.decide(Decision::Approve);
        assert_eq!(post.state(), PostState::Approved);
        online(&mut post);
        assert_eq!(post.state(), PostState::Published);
        post.status = PostStatus::Scheduled;
        assert_eq!(post.state(), PostState::Scheduled);
        post.decide(Decision::Reject);
        assert_eq!(post.state(), PostState::Rejected);
        post.decide(Decision::Adjustments);
        assert_eq!(post.state(), PostState::Adjustments);
        post.pending_approval = true;
        assert_eq!(post.state(), PostState::WithClient);
        for (stage, state) in [
            (Stage::Sending, PostState::Sending),
            (Stage::Retrying, PostState::Retrying),
            (Stage::Parked, PostState::Parked),
        ] {
            post.publication = Some(stage);
            assert_eq!(post.state(), state);
        }
    }

    #[test]
    fn a_refusal_from_before_the_publication_is_not_shown() {
        for (decision, state) in [
            (Decision::Adjustments, PostState::Adjustments),
            (Decision::Reject, PostState::Rejected),
        ] {
            let mut post = post();
            post.decide(decision);
            assert_eq!(post.state(), state);
            online(&mut post);
            assert_eq!(post.state(), PostState::Published);
            post.decide(decision);
            assert_eq!(post.state(), state);
        }
    }

    #[test]
    fn every_state_is_listed_in_the_order_in_which_it_is_tried() {
        assert!(PostState::ALL.is_sorted());
        for (place, state) in PostState::ALL.into_iter().enumerate() {
            assert_eq!(state as usize, place);
        }
    }
}
