//! The emulated cloud.

use cloud::{Connection, Environment};

/// The emulated cloud, if one is configured.
pub fn emulated() -> Option<(Connection, String)> {
    let url = std::env::var("PAUTA_CLOUD_URL").ok()?;
    let environment: Environment = [
        ("AWS_REGION".to_owned(), "sa-east-1".to_owned()),
        ("AWS_ENDPOINT_URL".to_owned(), url.clone()),
    ]
    .into_iter()
    .collect();
    Some((
        Connection::new(&environment)
            .unwrap()
            .with_credentials("test", "test"),
        url,
    ))
}
