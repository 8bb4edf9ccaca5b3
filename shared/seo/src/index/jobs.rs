//! Jobs that make the index in portions: each call does what is not yet done, up to its limit.

use serde_json::{Value, json};

/// A job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Posts, pages and other types.
    Posts,
    /// Terms.
    Terms,
    /// Archives of types.
    PostTypeArchives,
    /// The page for unknown addresses, the search, date archives and the home page.
    General,
    /// Links in posts.
    PostLinks,
    /// Links in the descriptions of terms.
    TermLinks,
}

/// Code of a job that failed, 500.
pub const ERROR_CODE: &str = "seo_error_indexing";

impl Job {
    /// Every job, in the order in which they run.
    pub const ALL: [Self; 6] = [
        Self::Posts,
        Self::Terms,
        Self::PostTypeArchives,
        Self::General,
        Self::PostLinks,
        Self::TermLinks,
    ];

    /// Most objects of one call.
    pub const fn limit(self) -> usize {
        match self {
            Self::Posts | Self::Terms | Self::PostTypeArchives => 25,
            Self::General => 4,
            Self::PostLinks | Self::TermLinks => 5,
        }
    }

    /// The route below the REST root.
    pub const fn route(self) -> &'static str {
        match self {
            Self::Posts => "seo/v1/indexing/posts",
            Self::Terms => "seo/v1/indexing/terms",
            Self::PostTypeArchives => "seo/v1/indexing/post-type-archives",
            Self::General => "seo/v1/indexing/general",
            Self::PostLinks => "seo/v1/link-indexing/posts",
            Self::TermLinks => "seo/v1/link-indexing/terms",
        }
    }

    /// What the next call has to do: of `there`, in its order, what is not done, up to the limit. A call that was cut off, or
    /// that runs beside another one, is repeated without harm.
    pub fn portion<K>(
        self,
        there: impl IntoIterator<Item = K>,
        is_done: impl Fn(&K) -> bool,
    ) -> Vec<K> {
        let open = there.into_iter().filter(|key| !is_done(key));
        open.take(self.limit()).collect()
    }

    /// Whether another call is needed after one that did `done` of `planned` objects: the portion was full, or time ended
    /// before it was done.
    pub const fn continues(self, planned: usize, done: usize) -> bool {
        planned >= self.limit() || done < planned
    }

    /// The body of a call. `root` is the address of the REST root, with a slash at its end.
    pub fn body(self, objects: Vec<Value>, planned: usize, root: &str) -> Value {
        let next = if self.continues(planned, objects.len()) {
            json!(format!("{root}{}", self.route()))
        } else {
            json!(false)
        };
        json!({ "objects": objects, "next_url": next })
    }
}

/// The body of `prepare`, `indexables-complete` and `complete`.
pub fn empty_body() -> Value {
    json!({ "objects": [], "next_url": false })
}

/// The `data` of [`ERROR_CODE`]. The trace is empty: it would tell about the inside of the site.
pub fn error_data() -> Value {
    json!({ "stackTrace": "" })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn limits_and_routes() {
        let limits = Job::ALL.map(Job::limit);
        assert_eq!(limits, [25, 25, 25, 4, 5, 5]);
        let routes: BTreeSet<_> = Job::ALL.map(Job::route).into_iter().collect();
        assert_eq!(routes.len(), 6);
    }

    #[test]
    fn a_full_portion_names_the_next_call() {
        let root = "https://a.example/rest/";
        let body = Job::General.body(vec![json!(1); 4], 4, root);
        assert_eq!(
            body["next_url"],
            "https://a.example/rest/seo/v1/indexing/general"
        );
        let body = Job::General.body(Vec::new(), 0, root);
        assert_eq!(body, empty_body());
        let body = Job::PostLinks.body(vec![json!(1); 3], 3, root);
        assert_eq!(body["next_url"], false);
    }

    #[test]
    fn a_portion_that_was_cut_off_continues() {
        let body = Job::Posts.body(vec![json!(1)], 3, "/");
        assert_eq!(body["next_url"], "/seo/v1/indexing/posts");
    }

    #[test]
    fn errors_tell_nothing_about_the_inside() {
        assert_eq!(error_data(), json!({"stackTrace": ""}));
        assert_eq!(ERROR_CODE, "seo_error_indexing");
    }

    proptest! {
        #[test]
        fn repeated_calls_do_everything_once(
            there in proptest::collection::btree_set(0_u32..500, 0..120),
            before in proptest::collection::btree_set(0_u32..500, 0..60),
            cut in 1_usize..30,
            at in 0_usize..6,
        ) {
            let job = Job::ALL[at];
            let mut done = before.clone();
            let mut calls = 0;
            loop {
                let portion = job.portion(there.iter().copied(), |key| done.contains(key));
                prop_assert!(portion.len() <= job.limit());
                let kept: Vec<_> = portion.iter().copied().take(cut).collect();
                for key in &kept {
                    prop_assert!(done.insert(*key), "{key} is done twice");
                }
                if !job.continues(portion.len(), kept.len()) {
                    break;
                }
                calls += 1;
                prop_assert!(calls <= 200);
            }
            prop_assert!(there.is_subset(&done));
        }
    }
}
