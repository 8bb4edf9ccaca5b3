//! Which form of the body a post's host gets.

use crate::platform::body_form::{BodyForm, BodyFormChoice};
use crate::platform::post::{Post, PostStatus};
use crate::platform::site_record::Site;

impl Post {
    /// The form in which `site`'s host gets the body now.
    ///
    /// A post that was published as plain HTML keeps that form for ever, whatever the site chooses later, so that an update
    /// never changes the editor in which the host's people have it. A post of an earlier release has no form in its
    /// record, and was published as plain HTML. One that was published as blocks keeps them until the site chooses plain HTML.
    /// A scheduled post counts as published, because the host may publish it at any moment.
    pub fn body_form_on(&self, site: &Site) -> BodyForm {
        let is_out = self.published_at.is_some() || self.status == PostStatus::Scheduled;
        let has_blocks = self.host_body_form == Some(BodyForm::Blocks);
        if is_out && !has_blocks {
            return BodyForm::Html;
        }
        let takes_blocks = match site.body_form {
            BodyFormChoice::Automatic => is_out || site.host_uses_blocks == Some(true),
            BodyFormChoice::Blocks => true,
            BodyFormChoice::Html => false,
        };
        if takes_blocks {
            BodyForm::Blocks
        } else {
            BodyForm::Html
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::platform::id::{PostId, SiteId, UserId};
    use crate::platform::post::PostFields;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn form(
        published: bool,
        before: Option<BodyForm>,
        choice: BodyFormChoice,
        uses: Option<bool>,
    ) -> BodyForm {
        let fields = PostFields::default();
        let mut post = Post::draft(PostId(1), UserId(1), SiteId(1), fields, 0, NOW);
        post.published_at = published.then_some(NOW);
        post.host_body_form = before;
        let mut site = Site::new(SiteId(1), UserId(1), NOW);
        site.body_form = choice;
        site.host_uses_blocks = uses;
        post.body_form_on(&site)
    }

    #[test]
    fn a_new_post_has_the_form_of_the_choice_and_of_the_host() {
        use BodyForm::{Blocks, Html};
        for (choice, uses, expected) in [
            (BodyFormChoice::Automatic, None, Html),
            (BodyFormChoice::Automatic, Some(false), Html),
            (BodyFormChoice::Automatic, Some(true), Blocks),
            (BodyFormChoice::Blocks, Some(false), Blocks),
            (BodyFormChoice::Html, Some(true), Html),
        ] {
            // A draft on the host has not been published in any form.
            for before in [None, Some(Html), Some(Blocks)] {
                assert_eq!(
                    form(false, before, choice, uses),
                    expected,
                    "{choice:?}, {uses:?}"
                );
            }
        }
    }

    #[test]
    fn a_post_that_was_published_as_plain_html_stays_so() {
        for before in [None, Some(BodyForm::Html)] {
            for choice in [
                BodyFormChoice::Automatic,
                BodyFormChoice::Blocks,
                BodyFormChoice::Html,
            ] {
                assert_eq!(form(true, before, choice, Some(true)), BodyForm::Html);
            }
        }
    }

    #[test]
    fn a_scheduled_post_keeps_the_form_in_which_the_host_may_publish_it() {
        let mut post = Post::draft(
            PostId(1),
            UserId(1),
            SiteId(1),
            PostFields::default(),
            0,
            NOW,
        );
        post.status = PostStatus::Scheduled;
        let mut site = Site::new(SiteId(1), UserId(1), NOW);
        for (choice, before, expected) in [
            (BodyFormChoice::Blocks, None, BodyForm::Html),
            (BodyFormChoice::Blocks, Some(BodyForm::Html), BodyForm::Html),
            (
                BodyFormChoice::Automatic,
                Some(BodyForm::Blocks),
                BodyForm::Blocks,
            ),
        ] {
            site.body_form = choice;
            post.host_body_form = before;
            assert_eq!(post.body_form_on(&site), expected);
        }
    }

    #[test]
    fn blocks_stay_until_the_site_chooses_plain_html() {
        let before = Some(BodyForm::Blocks);
        let published = |choice| form(true, before, choice, Some(false));
        assert_eq!(published(BodyFormChoice::Automatic), BodyForm::Blocks);
        assert_eq!(published(BodyFormChoice::Blocks), BodyForm::Blocks);
        assert_eq!(published(BodyFormChoice::Html), BodyForm::Html);
    }
}
