//! Rules for the data of a post that are bound to one host: the post's copy there, categories and author that
//! were selected by that host's identifiers, and fields that must be emptied there.

use crate::platform::host_origin::HostOrigin;
use crate::platform::post::{EmptiedFields, Post, PostFields, PostStatus};
use crate::platform::search_field::SearchField;
use crate::platform::site_record::Site;

impl PostFields {
    /// The value of a search engine field.
    pub fn search_field(&self, field: SearchField) -> &str {
        match field {
            SearchField::Title => &self.seo_title,
            SearchField::Description => &self.meta_description,
            SearchField::Keyword => &self.focus_keyword,
        }
    }
}

impl Post {
    /// Records which fields an edit emptied, given the fields `before` it. Before the first publication is
    /// requested no host has received a value, so nothing is recorded.
    pub fn note_emptied(&mut self, before: &PostFields) {
        if self.host_marker.is_none() {
            return;
        }
        let (fields, emptied) = (&self.fields, &mut self.emptied);
        emptied.categories |=
            !before.host_category_ids.is_empty() && fields.host_category_ids.is_empty();
        emptied.tags |= !before.host_tag_names.is_empty() && fields.host_tag_names.is_empty();
        for field in SearchField::ALL {
            let had = !before.search_field(field).is_empty();
            let is_new = had && fields.search_field(field).is_empty();
            if is_new && !emptied.search.contains(&field) {
                emptied.search.push(field);
            }
        }
    }

    /// Records the present host of `site` as the origin of categories and author that an edit changed,
    /// given the fields `before` it.
    pub fn note_choices(&mut self, before: &PostFields, site: &Site) {
        if self.fields.host_category_ids != before.host_category_ids {
            self.choice_origins.categories = Some(site.host_origin());
        }
        if self.fields.host_author_id != before.host_author_id {
            self.choice_origins.author = Some(site.host_origin());
        }
    }

    /// The host that has the post, if it differs from the present host of `site`.
    pub fn former_host(&self, site: &Site) -> Option<HostOrigin> {
        self.host_post_id?;
        former(self.host_origin.as_ref(), site)
    }

    /// The host whose categories or author were selected, if it differs from the present host of `site`.
    pub fn former_choices(&self, site: &Site) -> Option<HostOrigin> {
        let origins = &self.choice_origins;
        let categories = (!self.fields.host_category_ids.is_empty())
            .then(|| former(origins.categories.as_ref(), site));
        let author = self
            .fields
            .host_author_id
            .map(|_| former(origins.author.as_ref(), site));
        categories.flatten().or_else(|| author.flatten())
    }

    /// Removes all data bound to a host other than the present host of `site`. The post then is a draft
    /// that was never sent, without the categories and the author selected on the former host.
    pub fn leave_former_host(&mut self, site: &Site) {
        if self.former_host(site).is_some() {
            self.host_post_id = None;
            self.host_origin = None;
            self.host_post_url = None;
            self.host_marker = None;
            self.host_copy = None;
            self.emptied = EmptiedFields::default();
            self.status = PostStatus::Draft;
            self.scheduled_at = None;
            self.published_at = None;
        }
        if former(self.choice_origins.categories.as_ref(), site).is_some() {
            self.fields.host_category_ids.clear();
            self.choice_origins.categories = None;
        }
        if former(self.choice_origins.author.as_ref(), site).is_some() {
            self.fields.host_author_id = None;
            self.choice_origins.author = None;
        }
    }
}

/// The host of an identifier stored with `origin`, if it differs from the present host of `site`.
fn former(origin: Option<&HostOrigin>, site: &Site) -> Option<HostOrigin> {
    (!site.is_present_host(origin)).then(|| site.origin_of(origin))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::platform::id::{PostId, SiteId, UserId};

    fn site(rest_root: &str, first: Option<&str>) -> Site {
        Site {
            name: "Cliente".into(),
            url: "https://a.example/".into(),
            rest_root: Some(rest_root.into()),
            first_origin: first.map(HostOrigin::of_rest_root),
            ..Site::new(SiteId(1), UserId(1), Timestamp::UNIX_EPOCH)
        }
    }

    const BEFORE: &str = "https://a.example/wp-json/";
    const AFTER: &str = "https://b.example/wp-json/";

    fn published() -> Post {
        let fields = PostFields {
            host_category_ids: vec![4],
            host_author_id: Some(9),
            ..PostFields::default()
        };
        let now = Timestamp::UNIX_EPOCH;
        let mut post = Post::draft(PostId(1), UserId(1), SiteId(1), fields, 0, now);
        post.host_post_id = Some(5);
        post.host_marker = Some("pauta-1-x".into());
        post.mark_published("https://a.example/x".into(), now);
        post
    }

    #[test]
    fn a_post_without_an_origin_belongs_to_the_first_host_of_its_site() {
        let post = published();
        assert_eq!(post.former_host(&site(BEFORE, None)), None);
        assert_eq!(post.former_host(&site(AFTER, None)), None);
        let moved = site(AFTER, Some(BEFORE));
        assert_eq!(
            post.former_host(&moved),
            Some(HostOrigin::of_rest_root(BEFORE))
        );
        assert_eq!(
            post.former_choices(&moved),
            Some(HostOrigin::of_rest_root(BEFORE))
        );
        let mut known = post;
        known.host_origin = Some(moved.host_origin());
        assert_eq!(known.former_host(&moved), None);
    }

    #[test]
    fn leaving_a_host_removes_only_data_bound_to_it() {
        let mut post = published();
        let before = post.clone();
        post.leave_former_host(&site(BEFORE, None));
        assert_eq!(post, before);
        post.choice_origins.author = Some(HostOrigin::of_rest_root(AFTER));
        post.leave_former_host(&site(AFTER, Some(BEFORE)));
        assert_eq!((post.host_post_id, post.host_marker.as_ref()), (None, None));
        assert_eq!((post.status, post.published_at), (PostStatus::Draft, None));
        assert!(post.fields.host_category_ids.is_empty());
        assert_eq!(post.fields.host_author_id, Some(9));
    }

    #[test]
    fn only_fields_that_the_host_may_have_count_as_emptied() {
        let mut post = published();
        let before = post.fields.clone();
        post.fields.host_category_ids.clear();
        let mut unsent = post.clone();
        unsent.host_marker = None;
        unsent.note_emptied(&before);
        assert_eq!(unsent.emptied, EmptiedFields::default());
        post.note_emptied(&before);
        assert!(post.emptied.categories && !post.emptied.tags);
        assert!(post.emptied.search.is_empty());
    }
}
