//! What the panel's addresses answer, with a bundle and without one.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, Method, header};
use embedded::clock::SettableClock;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use platform_panel::{Asset, Bundle, router};
use platform_testkit::{TestRequest, TestResponse, with_middleware};

const SCRIPT: &str = "/painel/arquivos/index-1a2b3c.js";

const BUNDLE: Bundle = Bundle {
    shell: Some("<!DOCTYPE html><title>Pauta</title>"),
    assets: &[Asset {
        path: SCRIPT,
        content_type: "text/javascript; charset=utf-8",
        plain: b"plain script",
        brotli: b"compressed script",
    }],
};

const WITHOUT_NODE: Bundle = Bundle {
    shell: None,
    assets: &[],
};

fn app(bundle: Bundle) -> Router {
    let clock = SettableClock::at(Timestamp::from_second(1_800_000_000).unwrap());
    with_middleware(
        router(bundle),
        Arc::new(SeededRandom::new(1)),
        Arc::new(clock),
        false,
    )
}

async fn get(bundle: Bundle, path: &str, encodings: &str) -> TestResponse {
    let request = TestRequest::get(path).header(header::ACCEPT_ENCODING, encodings);
    request.send(&app(bundle)).await
}

fn value<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn every_screen_is_the_shell_with_a_policy_without_inline_scripts() {
    for path in [
        "/",
        "/painel",
        "/painel/conteudos",
        "/painel/sites/3?aba=pessoas",
    ] {
        let answer = get(BUNDLE, path, "").await.expect(200);
        assert_eq!(answer.text, BUNDLE.shell.unwrap(), "{path}");
        let policy = value(&answer.headers, "content-security-policy");
        for directive in [
            "default-src 'none';",
            "script-src 'self';",
            "connect-src 'self';",
            "form-action 'self';",
            "base-uri 'none';",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(directive), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(value(&answer.headers, "cache-control"), "no-store");
        assert_eq!(value(&answer.headers, "referrer-policy"), "no-referrer");
        assert_eq!(value(&answer.headers, "x-content-type-options"), "nosniff");
        assert_eq!(value(&answer.headers, "x-robots-tag"), "noindex, nofollow");
        assert_eq!(
            value(&answer.headers, "content-type"),
            "text/html; charset=utf-8"
        );
    }
}

#[tokio::test]
async fn assets_are_compressed_for_clients_that_take_it_and_never_expire() {
    for (encodings, compressed) in [
        ("br", true),
        ("gzip, deflate, BR;q=0.5", true),
        ("gzip, br;q=1.0, *;q=0", true),
        ("", false),
        ("gzip", false),
        ("br;q=0", false),
        ("gzip, br;q=0.000", false),
        ("brotli", false),
    ] {
        let answer = get(BUNDLE, SCRIPT, encodings).await.expect(200);
        let encoding = if compressed { "br" } else { "" };
        assert_eq!(
            value(&answer.headers, "content-encoding"),
            encoding,
            "{encodings}"
        );
        let content = if compressed {
            "compressed script"
        } else {
            "plain script"
        };
        assert_eq!(answer.text, content, "{encodings}");
        assert_eq!(
            value(&answer.headers, "cache-control"),
            "public, max-age=31536000, immutable"
        );
        assert_eq!(value(&answer.headers, "vary"), "accept-encoding");
        assert_eq!(
            value(&answer.headers, "content-type"),
            "text/javascript; charset=utf-8"
        );
        assert_eq!(value(&answer.headers, "x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn an_asset_of_another_build_is_not_the_shell() {
    for path in [
        "/painel/arquivos/index-0.js",
        "/painel/arquivos/../../index.html",
        "/painel/arquivos/",
    ] {
        get(BUNDLE, path, "br").await.assert_error(404, "not_found");
    }
    TestRequest::new(Method::POST, "/painel/conteudos")
        .send(&app(BUNDLE))
        .await
        .assert_error(405, "method_not_allowed");
}

#[tokio::test]
async fn without_a_bundle_the_address_says_what_to_install() {
    for path in ["/", "/painel/conteudos"] {
        let answer = get(WITHOUT_NODE, path, "").await.expect(503);
        assert!(answer.text.contains("Node 20.19"), "{}", answer.text);
        assert!(answer.text.contains("cargo run"), "{}", answer.text);
        let policy = value(&answer.headers, "content-security-policy");
        assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'");
    }
}

#[tokio::test]
async fn the_bundle_of_this_build_is_whole() {
    let bundle = Bundle::embedded();
    let Some(shell) = bundle.shell else {
        // Built without Node; the step `panel` of .ci/run builds with it.
        assert!(bundle.assets.is_empty());
        return;
    };
    let named: Vec<_> = shell
        .split('"')
        .filter(|part| part.starts_with("/painel/arquivos/"))
        .collect();
    assert!(named.len() >= 3, "{shell}");
    for path in named {
        let answer = get(bundle, path, "br").await.expect(200);
        assert!(!answer.text.is_empty(), "{path}");
    }
    // Neither scripts nor styles are inline, and every address is of this origin.
    assert!(!shell.contains("<style"), "{shell}");
    assert!(!shell.contains("style="), "{shell}");
    assert!(!shell.contains("://"), "{shell}");
    assert!(shell.split("<script").skip(1).all(|script| {
        script.split_once("</script>").is_some_and(|(script, _)| {
            script.contains("src=\"/painel/arquivos/") && script.ends_with('>')
        })
    }));
}
