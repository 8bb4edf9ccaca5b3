//! How the bytes of a body reach the caller: in small pieces, slowly, or not completely.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::watch;

use crate::record::Record;

/// How a body is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// Completely, in small pieces.
    Whole,
    /// The connection breaks after about half of the pieces.
    Cut,
    /// Nothing follows after about half of the pieces.
    Stall,
    /// Every part waits for a permit of the test.
    Paced,
}

/// Sizes of pieces in bytes, used in turn: neither lines nor characters nor the callers' buffers match them.
const SIZES: [usize; 6] = [61, 1, 131, 17, 7, 251];

/// Splits `parts` into small pieces. A piece that contains a character of several bytes ends inside its first one.
fn split(parts: &[String]) -> Vec<Bytes> {
    let mut rest = Bytes::from(parts.concat());
    let mut pieces = Vec::new();
    // Bodies of several megabytes (images) use larger pieces after the first ones.
    let factor = 1 + rest.len() / 200_000;
    for size in SIZES.into_iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let piece = rest.slice(..rest.len().min(size * factor * factor));
        let end = piece
            .iter()
            .position(|byte| *byte >= 0xC0)
            .map_or(piece.len(), |lead| lead + 1);
        pieces.push(rest.split_to(end));
    }
    pieces
}

/// Counts an answer among the waiting ones until it is dropped.
struct Waiting(Arc<Record>);

impl Waiting {
    fn new(record: &Arc<Record>) -> Self {
        record.waiting.send_modify(|count| *count += 1);
        Self(record.clone())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0
            .waiting
            .send_modify(|count| *count = count.saturating_sub(1));
    }
}

/// Waits for ever, as an answer that counts as waiting.
pub(crate) async fn stall(record: &Arc<Record>) {
    let _waiting = Waiting::new(record);
    std::future::pending::<()>().await;
}

async fn permit(record: &Arc<Record>) {
    if let Ok(permit) = record.pace.try_acquire() {
        permit.forget();
        return;
    }
    let _waiting = Waiting::new(record);
    // The semaphore is never closed.
    if let Ok(permit) = record.pace.acquire().await {
        permit.forget();
    }
}

/// A body of `parts`: the events of a stream, or one whole document.
pub(crate) fn body(record: &Arc<Record>, parts: &[String], delivery: Delivery) -> Body {
    let pieces = if delivery == Delivery::Paced {
        parts.iter().cloned().map(Bytes::from).collect()
    } else {
        split(parts)
    };
    let end = match delivery {
        Delivery::Cut | Delivery::Stall => pieces.len().div_ceil(2),
        Delivery::Whole | Delivery::Paced => pieces.len(),
    };
    let pieces = pieces.into_iter().take(end);
    let stream = stream::unfold(
        (pieces, record.clone()),
        move |(mut pieces, record)| async move {
            // The pending poll makes the server flush the preceding piece.
            tokio::task::yield_now().await;
            let piece = match (pieces.next(), delivery) {
                (Some(piece), Delivery::Paced) => {
                    permit(&record).await;
                    Ok(piece)
                }
                (Some(piece), _) => Ok(piece),
                (None, Delivery::Cut) => Err(io::Error::from(io::ErrorKind::ConnectionAborted)),
                (None, Delivery::Stall) => {
                    stall(&record).await;
                    return None;
                }
                (None, Delivery::Whole | Delivery::Paced) => return None,
            };
            Some((piece, (pieces, record)))
        },
    );
    Body::from_stream(stream)
}

/// Waits until `count` answers wait.
pub(crate) async fn wait_for_waiting(waiting: &watch::Sender<usize>, count: usize) {
    let mut waiting = waiting.subscribe();
    // The sender lives as long as the record, so waiting cannot fail.
    let _ = waiting.wait_for(|found| *found >= count).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_inside_characters_and_lose_nothing() {
        let parts = ["data: {\"a\":\"maçã\"}\n\n".repeat(20)];
        let pieces = split(&parts);
        assert_eq!(pieces.concat(), parts[0].as_bytes());
        assert!(pieces.iter().any(|p| std::str::from_utf8(p).is_err()));
    }
}
