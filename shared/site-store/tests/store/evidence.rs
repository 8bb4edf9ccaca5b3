//! Everything that a site stores, in clear.

use aws_sdk_dynamodb::types::AttributeValue;
use ports::Blobs;

use crate::support::TestSite;

fn texts(value: &AttributeValue, into: &mut Vec<String>) {
    match value {
        AttributeValue::S(text) => into.push(text.clone()),
        AttributeValue::B(bytes) => {
            let plain = items::packed::unpack(bytes.as_ref());
            into.push(plain.unwrap_or_else(|_| String::from_utf8_lossy(bytes.as_ref()).into()));
        }
        AttributeValue::M(members) => members.values().for_each(|one| texts(one, into)),
        AttributeValue::L(members) => members.iter().for_each(|one| texts(one, into)),
        other => into.push(format!("{other:?}")),
    }
}

/// Everything that the table and the blobs hold, in clear.
pub async fn everything(site: &TestSite) -> String {
    let mut all = Vec::new();
    let client = site.engine.client();
    let mut pages = client
        .scan()
        .table_name("site")
        .into_paginator()
        .items()
        .send();
    while let Some(item) = pages.next().await {
        for value in item.unwrap().values() {
            texts(value, &mut all);
        }
    }
    for key in site.blobs.keys() {
        let bytes = site.blobs.get(&key).await.unwrap().unwrap().bytes;
        let plain = zstd::decode_all(&bytes[..]).unwrap_or_else(|_| bytes.to_vec());
        all.push(key);
        all.push(String::from_utf8_lossy(&plain).into_owned());
    }
    all.join("\n")
}
