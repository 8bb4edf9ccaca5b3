//! Responses: the shell for every screen, assets that never change, and a page for builds without a bundle.

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use platform_http::{ApiError, Code};

use crate::bundle::{Asset, Bundle};

/// Folder of the assets.
const ASSETS: &str = "/painel/arquivos/";

/// Scripts, styles and requests of this origin only, and no inline script. The hash is that of a style element that the
/// component library adds, which sets `touch-action` of pressable elements. Pictures may come from client sites, whose
/// posts show them, and from the previews of stock photos.
const POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='; \
    img-src 'self' blob: data: https:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Policy of the page that says what is missing.
const MISSING_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// Shown when the crate was built without a bundle.
const MISSING: &str = "<!DOCTYPE html>\n<html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Pauta sem painel</title></head>\
    <body><main><h1>Esta instalação foi construída sem o painel</h1>\
    <p>O painel é montado durante a construção, com o Node 20.19 ou mais novo e o npm, que não foram encontrados ou não \
    conseguiram baixar os pacotes do arquivo de travas.</p>\
    <ol><li>Instale o Node 20.19 ou mais novo, com o npm (<code>node --version</code> mostra a versão).</li>\
    <li>Execute <code>touch functions/platform-panel/build.rs</code>.</li>\
    <li>Inicie a Pauta de novo com <code>cargo run</code>.</li></ol>\
    <p>A interface para programas funciona sem o painel: a descrição está em \
    <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p></main></body></html>";

/// The routes over a bundle.
pub fn router(bundle: Bundle) -> Router {
    Router::new()
        .route("/", get(show))
        .route("/painel", get(show))
        .route("/painel/{*rest}", get(show))
        .with_state(bundle)
}

async fn show(State(bundle): State<Bundle>, headers: HeaderMap, uri: Uri) -> Response {
    if uri.path().starts_with(ASSETS) {
        return match bundle.asset(uri.path()) {
            Some(asset) => file(asset, accepts_brotli(&headers)),
            None => ApiError::new(Code::NotFound).into_response(),
        };
    }
    match bundle.shell {
        Some(shell) => page(StatusCode::OK, POLICY, shell),
        None => page(StatusCode::SERVICE_UNAVAILABLE, MISSING_POLICY, MISSING),
    }
}

fn page(status: StatusCode, policy: &'static str, html: &'static str) -> Response {
    let headers: [(HeaderName, HeaderValue); 3] = [
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(policy),
        ),
        (
            HeaderName::from_static("x-robots-tag"),
            HeaderValue::from_static("noindex, nofollow"),
        ),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static(
                "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            ),
        ),
    ];
    (status, headers, Html(html)).into_response()
}

fn file(asset: &Asset, is_brotli: bool) -> Response {
    let headers: [(HeaderName, HeaderValue); 3] = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(asset.content_type),
        ),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        ),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if is_brotli {
        let encoding = [(header::CONTENT_ENCODING, HeaderValue::from_static("br"))];
        return (headers, encoding, asset.brotli).into_response();
    }
    (headers, asset.plain).into_response()
}

/// Whether the client takes Brotli (RFC 9110, 12.5.3); a weight of zero refuses it.
fn accepts_brotli(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|coding| {
            let mut parts = coding.split(';');
            let name = parts.next()?.trim();
            let refused = parts.any(|weight| {
                let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
                weight.parse::<f32>().is_ok_and(|weight| weight == 0.0)
            });
            Some(name.eq_ignore_ascii_case("br") && !refused)
        })
        .any(|accepted| accepted)
}
