//! A sample request for every operation of the description.

use serde_json::{Value, json};

use super::{Objects, Operation, PASSWORD, RequestBody, TestRequest, upload};

/// Identifier of a stock photo at Pexels.
pub const STOCK_PHOTO: &str = "3020901";

/// A request of the operation for these objects that causes no harm and need not succeed; `None` for an unknown
/// operation. `unique` distinguishes the e-mail addresses of new users.
pub fn sample_request(
    operation: &Operation,
    objects: &Objects,
    unique: usize,
) -> Option<TestRequest> {
    let id = match operation.object.as_deref() {
        Some("site") => objects.site.0,
        Some("post") => objects.post.0,
        Some("media") => objects.media.0,
        Some("upload") => objects.upload.0,
        _ if operation.path.contains("/generations/") => objects.generation.0,
        _ if operation.path.contains("/logs/") => objects.log.0,
        _ => objects.user.0,
    };
    let mut path = operation.path.replace("{id}", &id.to_string());
    for version in ["{n}", "{a}", "{b}"] {
        path = path.replace(version, "1");
    }
    path = path.replace("{word}", "kombucha");
    if path.contains('{') {
        return None;
    }
    if operation.name() == "GET /api/v1/media" {
        path = format!("{path}?content_id={}", objects.post);
    }
    if operation.name() == "GET /api/v1/media/stock" {
        path = format!("{path}?query=praca");
    }
    match operation.name().as_str() {
        "GET /api/v1/search-provider/status" | "GET /api/v1/search-provider/connect" => {
            path = format!("{path}?site_id={}", objects.site);
        }
        "GET /api/v1/search-provider/performance" => {
            path = format!("{path}?content_id={}", objects.post);
        }
        _ => {}
    }
    let body = input(operation, objects, unique)?;
    Some(TestRequest::new(operation.method.clone(), path).body(body))
}

/// Harmless input of an operation; `None` for an unknown operation.
fn input(operation: &Operation, objects: &Objects, unique: usize) -> Option<RequestBody> {
    let post = objects.post;
    let body = match operation.name().replace("/api/v1", "").as_str() {
        "POST /auth/login" => json!({ "email": "ninguem@agencia.test", "password": "x" }),
        "POST /auth/two-factor" | "POST /auth/browser-session" => {
            json!({ "challenge": "x", "code": "000000" })
        }
        "POST /auth/refresh" | "POST /auth/logout" => json!({ "refresh_token": "x" }),
        "POST /auth/password-reset" => json!({ "email": "ninguem@agencia.test" }),
        "POST /auth/password-reset/confirm" => json!({ "token": "x", "new_password": "x" }),
        "PUT /auth/password" => json!({ "current_password": PASSWORD, "new_password": "x" }),
        "DELETE /auth/totp" => json!({ "password": PASSWORD }),
        "POST /auth/totp/confirm" => json!({ "code": "000000" }),
        "POST /media" => return Some(upload(post.0).body),
        "POST /media/uploads" => {
            json!({ "content_id": post, "bytes": 9_500_000, "content_type": "image/jpeg" })
        }
        "POST /media/uploads/{id}/complete" => json!({ "title": "Novo" }),
        "POST /media/stock" => {
            json!({ "content_id": post, "provider": "pexels", "photo_id": STOCK_PHOTO })
        }
        "POST /media/remote" => {
            json!({ "content_id": post, "url": "https://imagem.invalid/foto.jpg" })
        }
        "PUT /media/{id}" => json!({ "title": "Novo" }),
        "POST /posts/history/clear" => json!({ "password": PASSWORD }),
        "POST /posts/analyze" => json!({ "site_id": objects.site, "title": "Novo" }),
        "POST /posts/check-grammar" => json!({ "text": "Um texto." }),
        "POST /posts/generate-content" => {
            json!({ "site_id": objects.site, "prompt": "Pão", "length": 300 })
        }
        "POST /posts/improve-content" => {
            json!({ "site_id": objects.site, "text": "<p>Um texto.</p>" })
        }
        "POST /posts/generate-faq" => {
            json!({ "site_id": objects.site, "count": 3, "title": "Pão" })
        }
        "POST /posts/generate-seo-title" | "POST /posts/generate-meta-description" => {
            json!({ "site_id": objects.site, "title": "Pão de fermentação natural" })
        }
        "POST /media/generate" => json!({ "content_id": post, "prompt": "Um pão" }),
        "POST /posts" => json!({ "site_id": objects.site, "title": "Novo" }),
        "PUT /posts/{id}" => json!({ "title": "Novo" }),
        "PUT /posts/{id}/autosave" => json!({ "version": 1, "content": { "title": "Novo" } }),
        "POST /posts/{id}/schedule" => json!({ "scheduled_at": "2027-02-01T10:00:00Z" }),
        "POST /posts/{id}/publish" | "POST /posts/{id}/retry" => json!({}),
        "POST /publish/now" => json!({ "post_id": post }),
        "POST /publish/schedule" => {
            json!({ "post_id": post, "scheduled_at": "2027-02-01T10:00:00Z" })
        }
        "PUT /settings/api-keys" => json!({ "PEXELS_API_KEY": null }),
        "PUT /settings/notifications" => json!({ "WHATSAPP_API_COUNTRY": "55" }),
        "POST /settings/api-keys/test" => json!({ "key": "OPENAI_API_KEY" }),
        "POST /settings/notifications/test" => json!({ "channel": "email" }),
        "PUT /settings/ai-defaults" => json!({ "kind": "text", "provider": "openai" }),
        "PUT /settings/ai-models" => json!({ "AI_IMAGE_MONTHLY_QUOTA": "40" }),
        "PUT /settings/search-provider" => json!({ "SEARCH_PROVIDER_CLIENT_ID": "cliente" }),
        "PUT /settings/agency" => json!({ "AGENCY_NAME": "Agência Varanda" }),
        "POST /search-provider/disconnect" | "POST /search-provider/detect-sitemap" => {
            json!({ "site_id": objects.site })
        }
        "PUT /search-provider/sitemap" => {
            json!({ "site_id": objects.site, "sitemap_url": "https://padaria.example/mapa.xml" })
        }
        "POST /search-provider/reindex" => json!({ "content_id": post }),
        "POST /sites" => json!({ "name": "Novo", "url": "http://127.0.0.1:9" }),
        "PUT /sites/{id}" => json!({ "name": "Novo" }),
        "POST /users" => json!({
            "name": "Novo", "email": format!("novo-{unique}@agencia.test"), "role": "redator",
        }),
        "PATCH /logs/{id}" => json!({ "status": "resolvido" }),
        "PUT /users/{id}" => json!({ "name": "Novo" }),
        _ if operation.takes_body => return None,
        _ => Value::Null,
    };
    Some(match body {
        Value::Null => RequestBody::None,
        body => RequestBody::Json(body),
    })
}
