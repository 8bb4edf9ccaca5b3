//! Answers that are truncated, hold nothing, or hold what must not reach a page.

use domain::platform::generation::GenerationState;
use service_fakes::Service;
use settings::AiProvider::{self, Anthropic, OpenAi};

use crate::app::{TestApp, service};

#[tokio::test]
async fn a_truncated_article_is_done_and_says_so() {
    for provider in AiProvider::ALL {
        let app = TestApp::new(&[(provider, "truncated")]).await;
        let id = app.article().await;
        let generation = app.deliver(id).await;
        let article = app.written(&generation).await;
        assert!(article.truncated);
        assert!(article.title.is_some() && article.body.contains("<h2>"));
        assert_eq!(markup::sanitise::body(&article.body), article.body);
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
    }
}

#[tokio::test]
async fn an_answer_without_an_article_fails_and_is_recorded() {
    for answer in [
        "<h1>Só um título</h1>",
        "<script>alert(1)</script>",
        "<p> </p><ul><li></li></ul>",
        "```html\n```",
        "<p><a href=\"https://inventado.example\"></a><img src=x></p>",
        "<p>\u{200b}</p><p>…</p>",
    ] {
        let app = TestApp::new(&[(Anthropic, "ok"), (OpenAi, "ok")]).await;
        app.fakes.answer_with(Service::Anthropic, answer);
        let id = app.article().await;
        let generation = app.deliver(id).await;
        assert_eq!(generation.state, GenerationState::Failed, "{answer}");
        let error = generation.error.clone().unwrap();
        assert_eq!(error.code, "bad_payload");
        assert!(error.message.contains("sem um texto que possa ser usado"));
        assert_eq!(
            (app.asked(OpenAi), TestApp::billed_to(&generation)),
            (0, vec![Anthropic])
        );
        app.assert_billed(&generation);
        app.assert_counted(&generation).await;
    }
}

/// Answers, what the article has of them, and what it must not have.
const HOSTILE: [(&str, &[&str], &[&str]); 7] = [
    (
        "<h1>T</h1><p>Um<script>alert(1)</script> dois</p><style>p{}</style><iframe src=//e.example></iframe><p>três</p>",
        &["<p>Um dois</p>", "<p>três</p>"],
        &["alert", "style", "iframe", "e.example"],
    ),
    (
        "<h1>T</h1><p onclick=\"x()\" style=\"color:red\">Um <img src=x onerror=alert(1)><svg onload=alert(1)>dois</svg></p>",
        &["Um ", "dois"],
        &[
            "onclick", "style", "onerror", "onload", "<img", "<svg", "alert",
        ],
    ),
    (
        "<h1>T</h1><p>Veja <a href=\"https://permitido.example/a\">um</a>, <a href=\"https://inventado.example\">dois</a>, \
         <a href=\"javascript:alert(1)\">três</a> e <a href=\"data:text/html,x\">quatro</a>.</p>",
        &[
            "<a href=\"https://permitido.example/a\">um</a>",
            "dois",
            "três",
            "quatro",
        ],
        &["inventado.example", "javascript", "data:"],
    ),
    (
        "# Título\n\nUm parágrafo com **ênfase** e <script>alert(1)</script>.\n\n## Parte\n\n- um\n- dois [x](https://inventado.example)\n",
        &["<strong>ênfase</strong>", "<h2>Parte</h2>", "<li>um</li>"],
        &["**", "## ", "<script", "inventado.example"],
    ),
    (
        "Claro! Aqui está o artigo que você pediu:\n\n<h1>T</h1>\n<p>Um</p>\n<p>Dois</p>",
        &["<p>Um</p>", "<p>Dois</p>"],
        &["Claro!", "pediu"],
    ),
    (
        "```html\n<h1>T</h1>\n<p>Um</p>\n```\nPosso ajudar em algo mais?",
        &["<p>Um</p>"],
        &["```", "Posso ajudar"],
    ),
    (
        "<!DOCTYPE html><html><head><title>x</title></head><body><h1>T</h1><p>Um</p><form action=x><input name=y></form></body></html>",
        &["<p>Um</p>"],
        &["<html", "<title", "<body", "<form", "<input"],
    ),
];

#[tokio::test]
async fn what_must_not_reach_a_page_is_neither_in_the_text_so_far_nor_in_the_article() {
    for (number, (answer, kept, removed)) in HOSTILE.into_iter().enumerate() {
        let provider = AiProvider::ALL[number % 3];
        let mut app = TestApp::new(&[(provider, "ok")]).await;
        app.store_every_piece();
        app.fakes.answer_with(service(provider), answer);
        let id = app.article_about("Cite https://permitido.example/a").await;
        let generation = app.deliver(id).await;
        let article = app.written(&generation).await;
        let partial = app.partial(&generation).await;
        assert!(
            article.body.starts_with(&partial),
            "{partial}\n{}",
            article.body
        );
        assert_eq!(markup::sanitise::body(&article.body), article.body);
        for text in [&partial, &article.body, &article.title.unwrap()] {
            for part in removed {
                assert!(!text.contains(part), "{part}\n{text}");
            }
        }
        for part in kept {
            assert!(article.body.contains(part), "{part}\n{}", article.body);
        }
    }
}
