//! Rules of the site's namespace `seo/v1`: everything that it answers, without I/O and without a clock.
//!
//! A function of the site reads records, asks this crate, stores what changed and sends the body. By route:
//!
//! | Route | Here |
//! |---|---|
//! | `get_head`, `seo_head` of posts, terms and users | [`head::address::asked`], [`Head::of`], [`Head::body`] |
//! | `indexing/*`, `link-indexing/*` | [`index::jobs::Job`], [`index::state::IndexState`], [`index::record::IndexRecord`], [`index::links`] |
//! | `seo_scores`, `readability_scores` | [`scores::filter::Filter::check`], [`scores::dashboard::body`]; numbers: [`scores::numbers::numbers`] |
//! | `statistics` | [`scores::statistics::body`] |
//! | `configuration/*` | [`settings::representation`], [`settings::social`], [`settings::configuration`], [`Saved`](settings::Saved) |
//! | `integrations/set_active` | [`settings::integrations::Switches::set`] |
//! | `new-content-type-visibility/*` | [`settings::visibility::NewContent::dismiss`] |
//! | `alerts/dismiss`, `introductions/*`, `video_embed_permission` | [`people`] |
//! | `meta/search` | [`meta::search::search`] |
//! | `available_posts`, `file_size`, `workouts`, `import/*` | [`available_posts`], [`file_size`], [`workouts`], [`import`] |
//! | `ai_generator/*`, `ai/free_sparks` | [`ai`] |
//! | `keyword-research/*`, `rank-tracker/*` | [`keywords`] |
//!
//! Records to store: [`settings::Settings`] and [`index::state::IndexState`] per site, [`people::UserRecord`] per user,
//! [`index::record::IndexRecord`] per address, [`meta::fields::MetaFields`] with each post, term and user. Tokens
//! ([`ai::tokens::Tokens`], [`keywords::tokens::ServiceTokens`]) must be sealed before they are stored.
//!
//! ```
//! use seo::page::{Page, PageKind};
//! use seo::templates::{Values, Variable};
//! # use seo::settings::Settings;
//! # use seo::site::{Represented, Site};
//! # let site = Site {
//! #     home: url::Url::parse("https://padaria.example/").unwrap(),
//! #     name: "Padaria Sol".to_owned(),
//! #     tagline: "Pães".to_owned(),
//! #     language: "pt-BR".to_owned(),
//! #     separator: Settings::default().separator,
//! #     represented: Represented::Unset,
//! #     social_image: None,
//! #     profiles: Settings::default().profiles,
//! #     verifications: Vec::new(),
//! # };
//! let mut page = Page::new(PageKind::Post, "https://padaria.example/pao/");
//! page.values = Values::default().with(Variable::Title, "Pão & queijo");
//! let head = seo::Head::of(&page, &site);
//! assert_eq!(head.json()["title"], "Pão & queijo - Padaria Sol");
//! assert!(head.html().contains("<title>Pão &amp; queijo - Padaria Sol</title>"));
//! ```

#![warn(missing_docs)]

pub mod ai;
pub mod available_posts;
pub mod file_size;
mod graph;
pub mod head;
pub mod import;
pub mod index;
pub mod keywords;
pub mod meta;
pub mod page;
pub mod people;
pub mod scores;
pub mod settings;
pub mod site;
pub mod templates;
mod text;
pub mod workouts;

pub use head::Head;
