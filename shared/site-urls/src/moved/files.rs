//! Files of deployed systems: uploads, sitemaps, scripts of feeds.

/// Where the files of uploads are on deployed systems.
pub(crate) const UPLOADS: &str = "wp-content/uploads/";

/// Addresses that have one successor.
const FIXED: [(&str, &str); 12] = [
    ("wp-sitemap.xml", "sitemap.xml"),
    ("sitemap_index.xml", "sitemap.xml"),
    ("sitemap-index.xml", "sitemap.xml"),
    ("wp-sitemap-index.xsl", "sitemap.xml"),
    ("wp-sitemap.xsl", "sitemap.xml"),
    ("main-sitemap.xsl", "sitemap.xml"),
    ("wp-feed.php", "feed/"),
    ("wp-rss.php", "feed/"),
    ("wp-rss2.php", "feed/"),
    ("wp-atom.php", "feed/"),
    ("wp-rdf.php", "feed/"),
    ("wp-commentsrss2.php", "comments/feed/"),
];

/// Beginnings of the names of child sitemaps, with the names of this site.
const SITEMAPS: [(&str, &str); 10] = [
    ("wp-sitemap-posts-post", "posts"),
    ("wp-sitemap-posts-page", "pages"),
    ("wp-sitemap-taxonomies-category", "categories"),
    ("wp-sitemap-taxonomies-post_tag", "tags"),
    ("wp-sitemap-users", "authors"),
    ("post-sitemap", "posts"),
    ("page-sitemap", "pages"),
    ("category-sitemap", "categories"),
    ("post_tag-sitemap", "tags"),
    ("author-sitemap", "authors"),
];

/// The path of the successor of a file, relative to the home address.
pub(super) fn by_path(path: &str) -> Option<String> {
    // Names of files differ by case.
    if let Some(file) = path.strip_prefix(UPLOADS) {
        return (!file.is_empty() && !file.split('/').any(|part| part.starts_with('.')))
            .then(|| format!("uploads/{file}"));
    }
    if let Some((_, to)) = FIXED.iter().find(|(from, _)| *from == path) {
        return Some((*to).to_owned());
    }
    let name = path.strip_suffix(".xml")?;
    SITEMAPS.iter().find_map(|(start, own)| {
        let number = match name.strip_prefix(start)? {
            "" => "1",
            rest => rest.trim_start_matches('-'),
        };
        let number: u64 = number.parse().ok()?;
        Some(format!("sitemap-{own}-{number}.xml"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_successors() {
        for (from, to) in [
            (
                "wp-content/uploads/2018/11/Foto.JPG",
                "uploads/2018/11/Foto.JPG",
            ),
            ("wp-sitemap-taxonomies-post_tag-2.xml", "sitemap-tags-2.xml"),
            ("post-sitemap.xml", "sitemap-posts-1.xml"),
            ("post-sitemap3.xml", "sitemap-posts-3.xml"),
            ("wp-sitemap.xml", "sitemap.xml"),
        ] {
            assert_eq!(by_path(from).as_deref(), Some(to));
        }
        for other in [
            "wp-content/uploads/",
            "wp-content/uploads/../x",
            "wp-content/uploads/.htaccess",
            "wp-content/themes/x.css",
            "post-sitemapx.xml",
            "a/post-sitemap.xml",
        ] {
            assert_eq!(by_path(other), None, "{other}");
        }
    }
}
