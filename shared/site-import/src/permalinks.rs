//! How the host forms the addresses of its posts and terms. No route tells the host's permalink settings, so they are
//! derived from the addresses in its answers.

use std::collections::HashMap;

use domain::site::Taxonomy;
use serde_json::Value;
use site_store::{SourceAddresses, slug_in_path, without_ending};
use url::Url;

/// Counts the forms of addresses while a host is read.
#[derive(Debug, Default)]
pub struct Permalinks {
    posts: HashMap<String, u64>,
    categories: HashMap<String, u64>,
    tags: HashMap<String, u64>,
}

impl Permalinks {
    /// Adds posts as the host describes them.
    pub fn add_posts(&mut self, posts: &[Value]) {
        for post in posts {
            if let Some(form) = form_of_post(post) {
                *self.posts.entry(form).or_default() += 1;
            }
        }
    }

    /// Adds terms as the host describes them.
    pub fn add_terms(&mut self, taxonomy: Taxonomy, terms: &[Value]) {
        let counts = match taxonomy {
            Taxonomy::Category => &mut self.categories,
            Taxonomy::PostTag => &mut self.tags,
            _ => return,
        };
        for term in terms {
            let path = term.get("link").and_then(Value::as_str).and_then(path);
            if let Some([base, _, ..]) = path.as_deref() {
                *counts.entry(base.clone()).or_default() += 1;
            }
        }
    }

    /// The addresses of a host at `home`: of each kind the most frequent form.
    pub fn addresses(&self, home: &str) -> SourceAddresses {
        SourceAddresses {
            home: home.to_owned(),
            permalinks: most_frequent(&self.posts),
            category_base: most_frequent(&self.categories),
            tag_base: most_frequent(&self.tags),
        }
    }
}

fn most_frequent(counts: &HashMap<String, u64>) -> String {
    let most = counts.iter().max_by_key(|(form, count)| (**count, *form));
    most.map(|(form, _)| form.clone()).unwrap_or_default()
}

/// The segments of the path of an address without a query.
fn path(address: &str) -> Option<Vec<String>> {
    let url = Url::parse(address).ok()?;
    if url.query().is_some() {
        return None;
    }
    let segments = url.path_segments()?.filter(|part| !part.is_empty());
    Some(segments.map(str::to_owned).collect())
}

/// The last segment of the address of an item, as paths are compared, where neither `slug` nor `id` forms it: such as an
/// address that was set by hand.
pub fn unlike_slug(link: &str, id: u64, slug: &str) -> Option<String> {
    let last = slug_in_path(&path(link)?.pop()?);
    let stem = without_ending(&last);
    (stem != slug && stem != id.to_string()).then_some(last)
}

/// The path of a post with placeholders for what depends on the post. A segment that is none of its known members is taken
/// for a category.
fn form_of_post(post: &Value) -> Option<String> {
    let text = |name: &str| post.get(name).and_then(Value::as_str);
    let id = post.get("id")?.as_u64()?.to_string();
    let (slug, date) = (text("slug")?, text("date")?);
    let segments = path(text("link")?)?;
    if slug.is_empty() || segments.is_empty() {
        return None;
    }
    let mut parts = vec![
        ("%year%", date.get(..4)),
        ("%monthnum%", date.get(5..7)),
        ("%day%", date.get(8..10)),
        ("%hour%", date.get(11..13)),
        ("%minute%", date.get(14..16)),
        ("%second%", date.get(17..19)),
    ];
    let last = segments.len() - 1;
    let mut form = String::new();
    for (at, segment) in segments.iter().enumerate() {
        form.push('/');
        let date_part = parts.iter().position(|(_, part)| *part == Some(segment));
        if segment.eq_ignore_ascii_case(slug) {
            form.push_str("%postname%");
        } else if *segment == id {
            form.push_str("%post_id%");
        } else if let Some(part) = date_part.filter(|part| *part == 0 || at > 0) {
            form.push_str(parts.get(part).map_or("", |(name, _)| name));
            parts.drain(..=part);
        } else if at == last {
            // Such as `%postname%.html`.
            form.push_str(
                &segment
                    .replace(slug, "%postname%")
                    .replace(&id, "%post_id%"),
            );
        } else if at == 0 && (segment == "archives" || segment == "blog") {
            form.push_str(segment);
        } else {
            form.push_str("%category%");
        }
    }
    form.push('/');
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn post(link: &str) -> Value {
        json!({"id": 41, "slug": "pao", "date": "2018-11-05T11:05:09", "link": link})
    }

    #[test]
    fn forms_of_permalinks() {
        for (link, form) in [
            ("https://a.example/pao/", "/%postname%/"),
            (
                "https://a.example/2018/11/05/pao/",
                "/%year%/%monthnum%/%day%/%postname%/",
            ),
            (
                "https://a.example/2018/11/pao/",
                "/%year%/%monthnum%/%postname%/",
            ),
            ("https://a.example/archives/41", "/archives/%post_id%/"),
            ("https://a.example/doces/pao/", "/%category%/%postname%/"),
            ("https://a.example/pao.html", "/%postname%.html/"),
        ] {
            let mut permalinks = Permalinks::default();
            permalinks.add_posts(&[post(link), post("https://a.example/?p=41")]);
            let found = permalinks.addresses("https://a.example");
            assert_eq!(found.permalinks, form, "{link}");
        }
    }

    #[test]
    fn addresses_that_no_slug_forms() {
        for (link, kept) in [
            ("https://a.example/2018/11/pao/", None),
            ("https://a.example/pao.html", None),
            ("https://a.example/archives/41", None),
            ("https://a.example/?p=41", None),
            ("https://a.example/", None),
            ("https://a.example/receitas/Focaccia", Some("focaccia")),
            ("https://a.example/41-pao/", Some("41-pao")),
            ("https://a.example/p%C3%A3es/", Some("paes")),
        ] {
            assert_eq!(unlike_slug(link, 41, "pao").as_deref(), kept, "{link}");
        }
    }

    #[test]
    fn bases_of_terms() {
        let mut permalinks = Permalinks::default();
        let terms = [
            json!({"link": "https://a.example/tema/pao/"}),
            json!({"link": "https://a.example/?cat=3"}),
        ];
        permalinks.add_terms(Taxonomy::Category, &terms);
        let found = permalinks.addresses("https://a.example");
        assert_eq!(
            (found.category_base.as_str(), found.tag_base.as_str()),
            ("tema", "")
        );
    }
}
