//! Everything that a test application sent in responses, mails and messages, and what it stored.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::app::{LoggedResponse, TestApp};

/// Data that is searched.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Where the data comes from.
    pub place: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// The responses, mails, messages and stored items of `app`. Removes the messages from the queue.
pub async fn of_app(app: &TestApp, responses: &[LoggedResponse]) -> Vec<Piece> {
    let mut pieces: Vec<_> = responses.iter().map(of_response).collect();
    for mail in app.parts.outbox.newest_first() {
        pieces.push(Piece {
            place: format!("mail {}", mail.subject),
            bytes: format!("{}\n{}\n{}", mail.subject, mail.text, mail.html).into_bytes(),
        });
    }
    while let Some(message) = app.parts.queue.try_next() {
        pieces.push(Piece {
            place: "message".into(),
            bytes: serde_json::to_vec(&message).unwrap(),
        });
    }
    for table in ["platform", "site", "log"] {
        pieces.extend(of_table(app, table).await);
    }
    pieces
}

fn of_response(logged: &LoggedResponse) -> Piece {
    let answer = &logged.response;
    let mut bytes = Vec::new();
    for (name, value) in &answer.headers {
        bytes.extend_from_slice(format!("{name}: ").as_bytes());
        bytes.extend_from_slice(value.as_bytes());
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(&answer.bytes);
    Piece {
        place: format!("answer {} {}", answer.status.as_u16(), logged.route),
        bytes,
    }
}

/// The stored items of a table; compressed values are decompressed as well.
pub async fn of_table(app: &TestApp, table: &str) -> Vec<Piece> {
    let records = records_of(app, table).await;
    let pieces = records.into_iter().map(|record| {
        let key = record.pk.split('#').next().unwrap();
        Piece {
            place: format!("item {table} {key}"),
            bytes: record.bytes,
        }
    });
    pieces.collect()
}

/// A stored item.
#[derive(Debug, Clone)]
pub struct StoredRecord {
    /// Partition key.
    pub pk: String,
    /// Sort key.
    pub sk: String,
    /// When the store deletes it, in epoch seconds.
    pub expires_at: Option<i64>,
    /// Names and values of all attributes; compressed values are decompressed as well.
    pub bytes: Vec<u8>,
}

/// All items of a table.
pub async fn records_of(app: &TestApp, table: &str) -> Vec<StoredRecord> {
    let client = app.parts.engine.client();
    let mut records = Vec::new();
    let mut from = None;
    loop {
        let scan = client.scan().table_name(table);
        let page = scan.set_exclusive_start_key(from).send().await.unwrap();
        for item in page.items() {
            let mut bytes = Vec::new();
            write_members(item, &mut bytes);
            let expires_at = item.get("expires_at").map(|at| at.as_n().unwrap());
            records.push(StoredRecord {
                pk: item["pk"].as_s().unwrap().clone(),
                sk: item["sk"].as_s().unwrap().clone(),
                expires_at: expires_at.map(|at| at.parse().unwrap()),
                bytes,
            });
        }
        from = page.last_evaluated_key().cloned();
        if from.is_none() {
            return records;
        }
    }
}

fn write_members(members: &HashMap<String, AttributeValue>, bytes: &mut Vec<u8>) {
    for (name, value) in members {
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(b'=');
        write(value, bytes);
        bytes.push(b'\n');
    }
}

/// Appends the bytes of an attribute; compressed values are decompressed.
fn write(value: &AttributeValue, bytes: &mut Vec<u8>) {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => {
            bytes.extend_from_slice(text.as_bytes());
        }
        AttributeValue::B(blob) => {
            bytes.extend_from_slice(blob.as_ref());
            if let Ok(text) = items::packed::unpack(blob.as_ref()) {
                bytes.push(b' ');
                bytes.extend_from_slice(text.as_bytes());
            }
        }
        AttributeValue::M(members) => write_members(members, bytes),
        AttributeValue::L(values) => {
            for value in values {
                write(value, bytes);
                bytes.push(b' ');
            }
        }
        AttributeValue::Ss(texts) | AttributeValue::Ns(texts) => {
            bytes.extend_from_slice(texts.join(" ").as_bytes());
        }
        _ => {}
    }
}
