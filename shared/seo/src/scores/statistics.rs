//! The body of `statistics`.

use markup::escape;
use serde_json::{Value, json};
use url::Url;
use url::form_urlencoded::Serializer;

use super::rank::Rank;

/// Header with published texts.
const HEADER: &str = "SEO scores of your published posts:";
/// Header without published texts.
const NO_POSTS: &str = "You have no published posts yet. Their SEO scores will appear here.";

/// The ranks in the order of the answer.
const ORDER: [Rank; 5] = [Rank::Bad, Rank::Ok, Rank::Good, Rank::Na, Rank::Noindex];

/// Published posts with the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// Their number; `None` without a focus keyword.
    pub number: Option<u32>,
    /// Whether they are hidden from search engines.
    pub noindex: bool,
    /// How many they are.
    pub texts: u64,
}

const fn label(rank: Rank) -> &'static str {
    match rank {
        Rank::Bad => "Posts with the SEO score: <strong>Needs improvement</strong>",
        Rank::Ok => "Posts with the SEO score: <strong>OK</strong>",
        Rank::Good => "Posts with the SEO score: <strong>Good</strong>",
        Rank::Na => "Posts <strong>without</strong> a focus keyphrase",
        Rank::Noindex => "Posts that should not show up in search results",
    }
}

/// The address of the list of posts of a rank, escaped for HTML. `own` is the author whose posts alone are counted.
fn link(admin: &Url, rank: Rank, own: Option<u64>) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("post_status", "publish");
    query.append_pair("post_type", "post");
    query.append_pair("seo_filter", rank.name());
    if let Some(author) = own {
        query.append_pair("author", &author.to_string());
    }
    let mut url = admin.clone();
    url.set_path(&format!("{}edit.php", admin.path()));
    url.set_query(Some(&query.finish()));
    escape::text(url.as_str()).replace("&amp;", "&#038;")
}

/// The body for a user who sees `posts`: those of everyone, or only the own ones of the author `own`.
pub fn body(posts: &[Published], admin: &Url, own: Option<u64>) -> Value {
    let rank = |post: &Published| {
        if post.noindex {
            Rank::Noindex
        } else {
            Rank::of(post.number)
        }
    };
    let scores: Vec<Value> = ORDER
        .into_iter()
        .map(|one| {
            let of_rank = posts.iter().filter(|post| rank(post) == one);
            (one, of_rank.map(|post| post.texts).sum::<u64>())
        })
        .filter(|(_, count)| *count > 0)
        .map(|(one, count)| {
            json!({
                "seo_rank": one.name(),
                "label": label(one),
                "count": count,
                "link": link(admin, one, own),
            })
        })
        .collect();
    let header = if posts.is_empty() { NO_POSTS } else { HEADER };
    json!({ "header": header, "seo_scores": scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admin() -> Url {
        Url::parse("https://a.example/admin/").unwrap()
    }

    fn post(number: Option<u32>, noindex: bool) -> Published {
        Published {
            number,
            noindex,
            texts: 1,
        }
    }

    #[test]
    fn ranks_in_order_without_zeros() {
        let posts = [
            post(Some(90), true),
            post(None, false),
            post(Some(20), false),
            post(None, false),
        ];
        let body = body(&posts, &admin(), None);
        let shown: Vec<_> = body["seo_scores"]
            .as_array()
            .unwrap()
            .iter()
            .map(|score| {
                (
                    score["seo_rank"].as_str().unwrap(),
                    score["count"].as_u64().unwrap(),
                )
            })
            .collect();
        assert_eq!(shown, [("bad", 1), ("na", 2), ("noindex", 1)]);
        assert_eq!(body["header"], HEADER);
    }

    #[test]
    fn links_are_escaped_and_name_the_author() {
        let posts = [post(Some(90), false)];
        assert_eq!(
            body(&posts, &admin(), Some(7))["seo_scores"][0],
            json!({
                "seo_rank": "good",
                "label": "Posts with the SEO score: <strong>Good</strong>",
                "count": 1,
                "link": "https://a.example/admin/edit.php?post_status=publish&#038;post_type=post&#038;seo_filter=good&#038;author=7",
            })
        );
    }

    #[test]
    fn no_posts() {
        assert_eq!(
            body(&[], &admin(), None),
            json!({"header": NO_POSTS, "seo_scores": []})
        );
    }
}
