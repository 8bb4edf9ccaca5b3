//! Article of the demonstration: a realistic text with headings, lists and an FAQ.

use serde_json::{Value, json};

/// Title.
pub const TITLE: &str = "Como montar uma horta na varanda: o guia do primeiro ano";
/// Body as HTML.
pub const BODY: &str = include_str!("article.html");
/// Category on the site.
pub const CATEGORY: &str = "Jardinagem & Casa";

/// FAQ.
pub fn faq() -> Value {
    let items = [
        (
            "Quantas horas de sol uma horta de varanda precisa?",
            "De quatro a seis horas de sol direto para manjericão, alecrim e tomate. Hortelã, salsinha e cebolinha vivem bem com meia-sombra.",
        ),
        (
            "Posso plantar tudo na mesma jardineira?",
            "Pode juntar plantas que bebem a mesma quantidade de água, como salsinha e cebolinha. A hortelã deve ficar sozinha.",
        ),
        (
            "De quanto em quanto tempo devo adubar?",
            "Uma vez por mês, com uma colher de húmus por vaso ou biofertilizante bem diluído.",
        ),
    ];
    json!({
        "enabled": true,
        "schema_enabled": true,
        "accordion": true,
        "title": "Perguntas frequentes",
        "items": items.map(|(question, answer)| json!({ "question": question, "answer": answer })),
    })
}

/// Request body that creates the post.
pub fn fields(site_id: &Value, category: u64, author: u64) -> Value {
    json!({
        "site_id": site_id,
        "title": TITLE,
        "body": BODY,
        "excerpt": "Vasos, terra, sol e água na medida: um roteiro simples para colher tempero fresco em casa o ano inteiro.",
        "focus_keyword": "horta na varanda",
        "seo_title": "Horta na varanda: guia completo do primeiro ano",
        "meta_description": "Aprenda a montar uma horta na varanda: escolha do lugar, vasos, terra, rega e colheita, com um calendário para o primeiro ano.",
        "faq_data": faq(),
        "host_category_ids": [category],
        "host_author_id": author,
        "host_tag_names": ["horta", "varanda"],
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_article_is_a_real_one() {
        let words = super::BODY.split_whitespace().count();
        assert!(words >= 600, "{words} words");
        assert!(super::BODY.contains("<h2>") && super::BODY.contains("<ul>"));
    }
}
