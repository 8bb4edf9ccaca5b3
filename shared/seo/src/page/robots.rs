//! What search engines may do with a page.

use super::{Page, PageKind};

/// What search engines may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Robots {
    /// Whether they may show the page.
    pub index: bool,
    follow: bool,
    archive: bool,
    image_index: bool,
    snippet: bool,
}

impl Robots {
    /// What they may do with `page`. Addresses without a page, searches and date archives are never shown.
    pub const fn of(page: &Page) -> Self {
        let listed = !matches!(
            page.kind,
            PageKind::NotFound | PageKind::Search | PageKind::Date
        );
        let set = matches!(page.meta.noindex, Some(true));
        Self {
            index: listed && !set && !page.hidden,
            follow: !page.meta.nofollow,
            archive: !page.meta.noarchive,
            image_index: !page.meta.noimageindex,
            snippet: !page.meta.nosnippet,
        }
    }

    /// The directives by name, in order.
    pub fn directives(self) -> Vec<(&'static str, &'static str)> {
        let mut all = vec![
            ("index", if self.index { "index" } else { "noindex" }),
            ("follow", if self.follow { "follow" } else { "nofollow" }),
        ];
        if !self.index {
            return all;
        }
        // A limit of what may not be shown at all is left out.
        if self.snippet {
            all.push(("max-snippet", "max-snippet:-1"));
        }
        if self.image_index {
            all.push(("max-image-preview", "max-image-preview:large"));
        }
        all.push(("max-video-preview", "max-video-preview:-1"));
        if !self.image_index {
            all.push(("imageindex", "noimageindex"));
        }
        if !self.archive {
            all.push(("archive", "noarchive"));
        }
        if !self.snippet {
            all.push(("snippet", "nosnippet"));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(page: &Page) -> String {
        let directives = Robots::of(page).directives();
        let values: Vec<_> = directives.into_iter().map(|(_, value)| value).collect();
        values.join(", ")
    }

    #[test]
    fn a_page_may_be_shown() {
        assert_eq!(
            written(&Page::new(PageKind::Post, "/")),
            "index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1"
        );
    }

    #[test]
    fn kinds_that_are_never_shown() {
        for kind in PageKind::ALL {
            let shown = Robots::of(&Page::new(kind, "/")).index;
            let never = matches!(kind, PageKind::Date | PageKind::Search | PageKind::NotFound);
            assert_eq!(shown, !never, "{kind:?}");
        }
        assert_eq!(written(&Page::new(PageKind::Date, "/")), "noindex, follow");
    }

    #[test]
    fn what_is_set_counts() {
        let mut page = Page::new(PageKind::Page, "/");
        page.meta.nofollow = true;
        page.meta.noarchive = true;
        page.meta.noimageindex = true;
        page.meta.nosnippet = true;
        assert_eq!(
            written(&page),
            "index, nofollow, max-video-preview:-1, noimageindex, noarchive, nosnippet"
        );
        page.meta.nosnippet = false;
        assert_eq!(
            written(&page),
            "index, nofollow, max-snippet:-1, max-video-preview:-1, noimageindex, noarchive"
        );
        page.meta.noindex = Some(true);
        assert_eq!(written(&page), "noindex, nofollow");
        page.meta.noindex = Some(false);
        page.hidden = true;
        assert_eq!(written(&page), "noindex, nofollow");
    }
}
