//! Built-in patterns and pattern categories. The site has categories of its own; patterns are stored as blocks.

use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::{Locale, Reply};

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

pub async fn categories(call: ApiCall, (): ()) -> HandlerResult {
    let shown = CATEGORIES.into_iter().map(|(name, pt, en)| {
        let label = match call.site().locale {
            Locale::PtBr => pt,
            Locale::En => en,
        };
        json!({"name": name, "label": label, "description": ""})
    });
    Ok(Reply::json(shown.collect()))
}

pub async fn patterns(_: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(Value::Array(Vec::new())))
}
