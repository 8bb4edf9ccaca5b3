//! A provider of stock photos with one photo, at the address of the content site.

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode, header};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::pictures::picture;

/// Identifier of the photo.
pub const STOCK_PHOTO: &str = "7";

/// Adds the provider, in the form of Pexels, to a host's router.
pub(super) fn beside(host: Router) -> Router {
    host.route("/v1/search", get(search))
        .route("/v1/photos/{id}", get(photo))
        .route("/stock/large2x.jpeg", get(file))
}

fn described(headers: &HeaderMap) -> Value {
    let host = headers.get(header::HOST).unwrap().to_str().unwrap();
    let at = |name: &str| format!("http://{host}/stock/{name}.jpeg");
    json!({
        "id": 7, "width": 4000, "height": 2500, "url": "https://www.pexels.com/photo/7/",
        "photographer": "Ana Lima", "photographer_url": "https://www.pexels.com/@ana",
        "avg_color": "#978E82", "alt": "Praça com árvores",
        "src": { "large2x": at("large2x"), "large": at("large"), "medium": at("medium") },
    })
}

async fn search(headers: HeaderMap) -> Json<Value> {
    Json(json!({ "total_results": 1, "photos": [described(&headers)] }))
}

async fn photo(Path(id): Path<String>, headers: HeaderMap) -> Response {
    if id == STOCK_PHOTO {
        Json(described(&headers)).into_response()
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

async fn file() -> Response {
    let file = picture(ImageFormat::Jpeg, 640, 400);
    ([(header::CONTENT_TYPE, "image/jpeg")], file).into_response()
}
