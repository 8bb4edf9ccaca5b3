//! Patterns that come with the site, and the groups in which an editor offers them. The site brings
//! the groups; patterns are what its people keep as blocks.

use domain::site::Capability;
use serde_json::{Value, json};
use site_rest::{Args, Endpoint, Locale, Reply, RestError, Route, codes};

use crate::app::Core;
use crate::posts::{Answer, Ask};
use crate::routes::route;
use crate::shapes::pattern::{CATEGORY, PATTERN};

/// The routes of patterns.
pub fn routes() -> [Route<Core>; 2] {
    [
        route("/block-patterns/patterns")
            .on(Endpoint::read(Args::none(), may_list, patterns))
            .of(&PATTERN),
        route("/block-patterns/categories")
            .on(Endpoint::read(Args::none(), may_list, categories))
            .of(&CATEGORY),
    ]
}

/// Name, and label in Portuguese and English.
const CATEGORIES: [(&str, &str, &str); 8] = [
    ("banner", "Banners", "Banners"),
    ("buttons", "Botões", "Buttons"),
    ("columns", "Colunas", "Columns"),
    ("text", "Texto", "Text"),
    ("featured", "Destaques", "Featured"),
    ("call-to-action", "Chamadas para ação", "Calls to action"),
    ("gallery", "Galerias", "Galleries"),
    ("posts", "Listas de posts", "Lists of posts"),
];

/// Patterns are for whoever writes anything.
///
/// # Errors
/// `rest_cannot_view`.
async fn may_list(call: Ask) -> Result<(), RestError> {
    if call.caller().can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}

async fn categories(call: Ask, (): ()) -> Answer {
    let shown = CATEGORIES.into_iter().map(|(name, pt, en)| {
        let label = match call.site().locale {
            Locale::PtBr => pt,
            Locale::En => en,
        };
        json!({"name": name, "label": label, "description": ""})
    });
    Ok(Reply::json(shown.collect()))
}

async fn patterns(_: Ask, (): ()) -> Answer {
    Ok(Reply::json(Value::Array(Vec::new())))
}
