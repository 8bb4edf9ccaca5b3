//! The description of the whole interface.

use axum::response::IntoResponse;
use http::header;

/// OpenAPI 3.1, generated from the routers of all functions.
static DOCUMENT: &[u8] = include_bytes!("../../../docs/openapi.json");

/// Get the description of this API.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "get_openapi",
    tag = "platform",
    responses((status = 200, description = "OpenAPI 3.1.", body = serde_json::Value)),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn get_openapi() -> impl IntoResponse {
    (
        [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "public, max-age=300"),
        ],
        DOCUMENT,
    )
}
