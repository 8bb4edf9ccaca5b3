//! The bodies of `seo_scores` and `readability_scores`.

use serde_json::{Map, Value, json};
use url::Url;
use url::form_urlencoded::Serializer;

use super::filter::Filter;
use super::rank::Rank;

/// How long counts are kept, in seconds.
pub const KEPT_SECONDS: i64 = 60;

/// The ranks in the order of the answer, with their names.
const ORDER: [(Rank, &str); 4] = [
    (Rank::Good, "good"),
    (Rank::Ok, "ok"),
    (Rank::Bad, "bad"),
    (Rank::Na, "notAnalyzed"),
];

/// Which numbers are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `seo_scores`.
    Seo,
    /// `readability_scores`.
    Readability,
}

/// A text of the index: published, not hidden from search engines, of the asked type and term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// Identifier of the text.
    pub id: u64,
    /// Its number; for search engines `None` without a focus keyword.
    pub number: Option<u32>,
}

/// The texts by rank, in the order of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    amounts: [u64; 4],
    /// Identifiers of the texts, where they are named.
    ids: [Vec<u64>; 4],
}

impl Counts {
    /// Counts texts.
    pub fn of(texts: impl IntoIterator<Item = Counted>) -> Self {
        let mut counts = Self::default();
        for text in texts {
            let rank = Rank::of(text.number);
            counts.add(rank, 1);
            for ((one, _), ids) in ORDER.iter().zip(&mut counts.ids) {
                if *one == rank {
                    ids.push(text.id);
                }
            }
        }
        counts
    }

    /// Counts whose texts are not named, from how many texts there are with each number.
    pub fn of_amounts(amounts: impl IntoIterator<Item = (Option<u32>, u64)>) -> Self {
        let mut counts = Self::default();
        for (number, texts) in amounts {
            counts.add(Rank::of(number), texts);
        }
        counts
    }

    /// Counts that were kept.
    pub fn kept(amounts: [u64; 4]) -> Self {
        Self {
            amounts,
            ids: Default::default(),
        }
    }

    /// The numbers of texts, in the order of the answer.
    pub const fn amounts(&self) -> [u64; 4] {
        self.amounts
    }

    fn add(&mut self, rank: Rank, texts: u64) {
        for ((one, _), amount) in ORDER.iter().zip(&mut self.amounts) {
            if *one == rank {
                *amount += texts;
            }
        }
    }
}

/// How the counts were come by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Seconds that counting took; 0 for kept counts.
    pub query_time: f64,
    /// Whether the counts were kept from an earlier call. Counts for troubleshooting are never kept.
    pub cache_used: bool,
}

/// The address of the list of texts of a rank: `edit.php` below the address of the administration.
fn view(admin: &Url, kind: Kind, rank: Rank, filter: &Filter, term_slug: Option<&str>) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("post_status", "publish");
    query.append_pair("post_type", &filter.content_type);
    let name = match kind {
        Kind::Seo => "seo_filter",
        Kind::Readability => "readability_filter",
    };
    query.append_pair(name, rank.name());
    if let Some(slug) = term_slug {
        query.append_pair("category_name", slug);
    }
    let mut url = admin.clone();
    url.set_path(&format!("{}edit.php", admin.path()));
    url.set_query(Some(&query.finish()));
    url.into()
}

/// The body. `term_slug` is the slug of the filter's term; identifiers are named for troubleshooting only.
pub fn body(
    counts: &Counts,
    kind: Kind,
    filter: &Filter,
    term_slug: Option<&str>,
    admin: &Url,
    troubleshooting: bool,
    effort: Effort,
) -> Value {
    let scores: Vec<Value> = ORDER
        .iter()
        .zip(counts.amounts.iter().zip(&counts.ids))
        .map(|((rank, name), (amount, ids))| {
            let mut score = Map::new();
            score.insert("name".to_owned(), (*name).into());
            score.insert("amount".to_owned(), (*amount).into());
            let view = view(admin, kind, *rank, filter, term_slug);
            score.insert("links".to_owned(), json!({ "view": view }));
            if troubleshooting && !ids.is_empty() {
                let ids: Vec<_> = ids.iter().map(u64::to_string).collect();
                score.insert("ids".to_owned(), ids.join(",").into());
            }
            Value::Object(score)
        })
        .collect();
    let query_time = if effort.cache_used {
        json!(0)
    } else {
        json!(effort.query_time)
    };
    json!({ "scores": scores, "queryTime": query_time, "cacheUsed": effort.cache_used })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts() -> Counts {
        let texts = [
            (54, Some(90)),
            (55, None),
            (58, Some(71)),
            (60, Some(50)),
            (61, Some(3)),
        ];
        Counts::of(texts.map(|(id, number)| Counted { id, number }))
    }

    fn shown(troubleshooting: bool, cache_used: bool, slug: Option<&str>) -> Value {
        let filter = Filter {
            content_type: "post".to_owned(),
            term: None,
        };
        let admin = Url::parse("https://a.example/admin/").unwrap();
        let effort = Effort {
            query_time: 0.25,
            cache_used,
        };
        body(
            &counts(),
            Kind::Seo,
            &filter,
            slug,
            &admin,
            troubleshooting,
            effort,
        )
    }

    #[test]
    fn four_ranks_in_order() {
        let body = shown(false, false, None);
        let scores = body["scores"].as_array().unwrap();
        let names: Vec<_> = scores
            .iter()
            .map(|score| score["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["good", "ok", "bad", "notAnalyzed"]);
        let amounts: Vec<_> = scores
            .iter()
            .map(|score| score["amount"].as_u64().unwrap())
            .collect();
        assert_eq!(amounts, [2, 1, 1, 1]);
        assert_eq!(body["queryTime"], 0.25);
        assert_eq!(body["cacheUsed"], false);
        assert!(scores[0].get("ids").is_none());
    }

    #[test]
    fn troubleshooting_names_identifiers() {
        assert_eq!(shown(true, false, None)["scores"][0]["ids"], "54,58");
    }

    #[test]
    fn kept_counts_take_no_time() {
        let body = shown(false, true, None);
        assert_eq!(body["queryTime"], 0);
        assert_eq!(body["cacheUsed"], true);
    }

    #[test]
    fn links_lead_to_the_list() {
        assert_eq!(
            shown(false, false, Some("pães"))["scores"][1]["links"]["view"],
            "https://a.example/admin/edit.php?post_status=publish&post_type=post&seo_filter=ok&category_name=p%C3%A3es"
        );
    }

    #[test]
    fn no_texts_give_zeros() {
        assert_eq!(Counts::of([]), Counts::default());
    }
}
