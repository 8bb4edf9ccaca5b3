//! A Lambda of the whole stack without logic of this project: it opens the store and the key ring as every function
//! does, and answers each event with one read that finds nothing.

use axum::Router;
use cloud::Cloud;
use http::StatusCode;
use items::Key;
use ports::Need;

/// Needs of nearly every function.
const NEEDS: &[Need] = &[Need::PlatformItemsRead, Need::KeyRing];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    Cloud::run(NEEDS, async |cloud| {
        let table = cloud.platform_table()?;
        let ((), keyring) = tokio::join!(cloud.warm(&table), cloud.key_ring());
        keyring?;
        let answer = async move || match table.get::<String>(&Key::new("FLOOR", "NONE")).await {
            Ok(_) => StatusCode::NO_CONTENT,
            Err(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        cloud.serve(Router::new().fallback(answer)).await
    })
    .await
}
