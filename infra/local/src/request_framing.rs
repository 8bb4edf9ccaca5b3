//! Follows the framing of the requests of a connection, to see what the HTTP library does not show.
//!
//! A request with both Transfer-Encoding and Content-Length "ought to be handled as an error", because two programs on its
//! way may disagree about where it ends (RFC 9112, section 6.1: request smuggling). hyper drops the Content-Length of such a
//! request before a service sees it. Heads and chunk sizes are therefore read here once more, by the parser that hyper uses.

use httparse::{EMPTY_HEADER, Header, Request, Status, parse_chunk_size, parse_headers};

/// Most header lines of a head, as in hyper, which answers 431 to more.
const MOST_HEADERS: usize = 100;

/// Bytes of the line break after the data of a chunk.
const LINE_BREAK: u64 = 2;

/// What comes next on the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Head,
    /// Bytes of a body.
    Body(u64),
    ChunkSize,
    /// Bytes of a chunk, with the line break after it.
    Chunk(u64),
    Trailers,
    /// Where requests end is unknown.
    Unknown,
}

/// The framing of a connection so far.
#[derive(Debug)]
pub(crate) struct RequestFraming {
    next: Next,
    /// Received bytes of an unfinished head, chunk size or trailer section.
    unfinished: Vec<u8>,
    heads: u64,
    refused_from: Option<u64>,
}

impl RequestFraming {
    /// A connection on which nothing was received.
    pub(crate) const fn new() -> Self {
        Self {
            next: Next::Head,
            unfinished: Vec::new(),
            heads: 0,
            refused_from: None,
        }
    }

    /// Whether the request with this number, counted from 1 on each connection, must be refused: its length has two
    /// meanings, or it comes after bytes that could not be followed.
    pub(crate) fn refuses(&self, number: u64) -> bool {
        self.refused_from.is_some_and(|first| number >= first)
    }

    /// Requests that were received whole, with their bodies.
    pub(crate) const fn completed(&self) -> u64 {
        match self.next {
            Next::Head | Next::Unknown => self.heads,
            Next::Body(_) | Next::ChunkSize | Next::Chunk(_) | Next::Trailers => {
                self.heads.saturating_sub(1)
            }
        }
    }

    /// Takes note of received bytes.
    pub(crate) fn receive(&mut self, bytes: &[u8]) {
        if self.unfinished.is_empty() {
            let rest = self.follow(bytes, 0);
            self.unfinished.extend_from_slice(rest);
        } else {
            let mut all = std::mem::take(&mut self.unfinished);
            let known = all.len();
            all.extend_from_slice(bytes);
            let rest = self.follow(&all, known).len();
            all.drain(..all.len() - rest);
            self.unfinished = all;
        }
    }

    /// Follows the framing through `bytes`, of which the first `known` were seen before; returns the unfinished rest.
    fn follow<'a>(&mut self, mut bytes: &'a [u8], mut known: usize) -> &'a [u8] {
        loop {
            let used = self.step(bytes, known);
            if used == 0 {
                return bytes;
            }
            bytes = bytes.get(used..).unwrap_or_default();
            known = 0;
        }
    }

    /// Takes the next piece from `bytes`; returns its length, or 0 when it is unfinished.
    fn step(&mut self, bytes: &[u8], known: usize) -> usize {
        if bytes.is_empty() {
            return 0;
        }
        match self.next {
            Next::Head if known > 0 && !ends_head(bytes, known) => 0,
            Next::Head => self.head(bytes),
            Next::Body(left) => self.skip(bytes, left, Next::Body, Next::Head),
            Next::Chunk(left) => self.skip(bytes, left, Next::Chunk, Next::ChunkSize),
            Next::ChunkSize => match parse_chunk_size(bytes) {
                Ok(Status::Complete((used, 0))) => self.go_on(used, Next::Trailers),
                Ok(Status::Complete((used, size))) => match size.checked_add(LINE_BREAK) {
                    Some(size) => self.go_on(used, Next::Chunk(size)),
                    None => self.lose(bytes),
                },
                Ok(Status::Partial) => 0,
                Err(_) => self.lose(bytes),
            },
            Next::Trailers => {
                let mut lines = [EMPTY_HEADER; MOST_HEADERS];
                match parse_headers(bytes, &mut lines) {
                    Ok(Status::Complete((used, _))) => self.go_on(used, Next::Head),
                    Ok(Status::Partial) => 0,
                    Err(_) => self.lose(bytes),
                }
            }
            Next::Unknown => bytes.len(),
        }
    }

    fn head(&mut self, bytes: &[u8]) -> usize {
        let mut lines = [EMPTY_HEADER; MOST_HEADERS];
        let mut request = Request::new(&mut lines);
        match request.parse(bytes) {
            Ok(Status::Complete(used)) => {
                self.heads += 1;
                match body_of(request.headers) {
                    Ok(next) => self.go_on(used, next),
                    Err(TwoLengths) => {
                        self.refused_from = Some(self.heads);
                        self.go_on(bytes.len(), Next::Unknown)
                    }
                }
            }
            Ok(Status::Partial) => 0,
            Err(_) => self.lose(bytes),
        }
    }

    fn go_on(&mut self, used: usize, next: Next) -> usize {
        self.next = next;
        used
    }

    fn skip(&mut self, bytes: &[u8], left: u64, same: fn(u64) -> Next, after: Next) -> usize {
        let used = usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
        let left = left.saturating_sub(used as u64);
        self.go_on(used, if left == 0 { after } else { same(left) })
    }

    /// Gives up: whatever is taken for a request after this is refused.
    fn lose(&mut self, bytes: &[u8]) -> usize {
        self.refused_from = Some(self.heads + 1);
        self.go_on(bytes.len(), Next::Unknown)
    }
}

/// A head states the length of its body in two ways, or in a way that is none.
struct TwoLengths;

/// What follows a head with these lines (RFC 9112, section 6.3).
fn body_of(lines: &[Header<'_>]) -> Result<Next, TwoLengths> {
    let named = |name: &'static str| {
        lines
            .iter()
            .filter(move |line| line.name.eq_ignore_ascii_case(name))
    };
    let is_encoded = named("transfer-encoding").next().is_some();
    let mut lengths = named("content-length").map(|line| length(line.value));
    match (is_encoded, lengths.next()) {
        (true, None) => Ok(Next::ChunkSize),
        (true, Some(_)) => Err(TwoLengths),
        (false, None) => Ok(Next::Head),
        (false, Some(first)) => match first {
            Some(length) if lengths.all(|other| other == first) => Ok(if length == 0 {
                Next::Head
            } else {
                Next::Body(length)
            }),
            _ => Err(TwoLengths),
        },
    }
}

fn length(value: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(value).ok()?;
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Whether an empty line ends in the bytes after the first `known`. A head that arrives in many pieces is parsed once,
/// not at every piece.
fn ends_head(bytes: &[u8], known: usize) -> bool {
    let new = bytes.get(known.saturating_sub(3)..).unwrap_or_default();
    new.windows(2).any(|two| two == b"\n\n") || new.windows(3).any(|three| three == b"\n\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    const BOTH: [&str; 5] = [
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\ncontent-length:0\r\nX: y\r\nTRANSFER-ENCODING: gzip, chunked\r\n\r\n",
        "\r\nPOST / HTTP/1.1\nTransfer-Encoding: identity\nContent-Length: x\n\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    ];
    /// Requests with bodies whose bytes look like heads of requests that are refused.
    const BODIES: [&str; 4] = [
        "POST / HTTP/1.1\r\nContent-Length: 65\r\n\r\nGET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n41;a=\"b\"\r\nGET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n\r\n5 \r\nabcde\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nTransfer-Encoding: x\r\nContent-Length: 5\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
    ];

    fn after(text: &str, piece: usize) -> RequestFraming {
        let mut framing = RequestFraming::new();
        for bytes in text.as_bytes().chunks(piece) {
            framing.receive(bytes);
        }
        framing
    }

    #[test]
    fn a_request_with_two_lengths_is_refused_wherever_it_stands() {
        for both in BOTH {
            for piece in [1, 2, 3, 7, 10_000] {
                let framing = after(both, piece);
                assert!(framing.refuses(1), "{both} in {piece}");
                for body in BODIES {
                    let text = format!("{GET}{body}{both}{GET}");
                    let framing = after(&text, piece);
                    assert!(!framing.refuses(2), "{text} in {piece}");
                    assert!(framing.refuses(3), "{text} in {piece}");
                    assert!(framing.refuses(4), "{text} in {piece}");
                }
            }
        }
    }

    #[test]
    fn other_requests_are_followed_to_their_ends() {
        for body in BODIES {
            for piece in [1, 2, 5, 10_000] {
                let framing = after(&format!("{body}{GET}{body}{body}{GET}"), piece);
                assert!(!framing.refuses(100), "{body} in {piece}");
                assert_eq!((framing.heads, framing.next), (5, Next::Head), "{body}");
                assert_eq!(framing.completed(), 5);
                assert!(framing.unfinished.is_empty());
            }
        }
    }

    #[test]
    fn what_cannot_be_followed_refuses_the_next_request() {
        let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
        for text in [
            format!("{chunked}x\r\n"),
            format!("{chunked}ffffffffffffffff\r\n"),
            format!("{chunked}11112222333344445\r\n"),
            format!("{chunked}0\r\n:\r\n\r\n"),
        ] {
            let framing = after(&text, 3);
            assert!(!framing.refuses(1), "{text}");
            assert!(framing.refuses(2), "{text}");
        }
        assert!(after("\u{1}", 1).refuses(1));
    }

    #[test]
    fn a_body_is_not_kept() {
        let mut framing = after("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n", 9);
        framing.receive(&[b'x'; 60_000]);
        assert!(framing.unfinished.is_empty());
        assert_eq!(framing.next, Next::Body(40_000));
    }
}
