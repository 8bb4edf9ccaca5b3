//! A provider on loopback, and its responses.

use domain::platform::stock::StockProvider;
use outbound::{Outbound, Policy};
use serde_json::{Value, json};
use settings::ProviderAddresses;
use stock_client::{Account, StockClient};
use wiremock::MockServer;

/// The key of every account.
pub const KEY: &str = "canario-chave-91b7c2";

pub fn client(server: &MockServer) -> StockClient {
    let addresses = ProviderAddresses::of(|_| Some(server.uri())).unwrap();
    StockClient::new(Outbound::new(Policy::local()).unwrap(), addresses)
}

pub fn account(provider: StockProvider) -> Account {
    Account {
        provider,
        key: KEY.into(),
    }
}

/// A photo in the form of Pexels, with its files on `host`.
pub fn pexels_photo(id: u64, host: &str) -> Value {
    json!({
        "id": id, "width": 4000, "height": 2500, "url": format!("https://www.pexels.com/photo/{id}/"),
        "photographer": "Ana <Lima>", "photographer_url": "https://www.pexels.com/@ana",
        "photographer_id": 5, "avg_color": "#978E82", "alt": "Praça\ncom árvores", "liked": false,
        "src": {
            "original": format!("{host}/original.jpeg"), "large2x": format!("{host}/large2x.jpeg?dpr=2"),
            "large": format!("{host}/large.jpeg"), "medium": format!("{host}/medium.jpeg"),
            "small": format!("{host}/small.jpeg"), "tiny": format!("{host}/tiny.jpeg"),
        },
    })
}

/// A photo in the form of Unsplash, with its files on `host`.
pub fn unsplash_photo(id: &str, host: &str) -> Value {
    json!({
        "id": id, "width": 5000, "height": 3000, "color": "#c0d9e6", "blur_hash": "L6",
        "description": null, "alt_description": "uma praça com árvores",
        "urls": {
            "raw": format!("{host}/raw?ixid=abc&w=9"), "full": format!("{host}/full?ixid=abc"),
            "regular": format!("{host}/regular?ixid=abc"), "small": format!("{host}/small?ixid=abc"),
            "thumb": format!("{host}/thumb?ixid=abc"),
        },
        "links": {
            "html": format!("https://unsplash.com/photos/{id}"),
            "download": format!("https://unsplash.com/photos/{id}/download"),
            "download_location": format!("https://elsewhere.example/photos/{id}/download?ixid=abc%26d"),
        },
        "user": {"name": "Ana Lima", "username": "ana", "links": {"html": "https://unsplash.com/@ana"}},
    })
}
