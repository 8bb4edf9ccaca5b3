//! A person's browser at a consent screen.

use std::io::{Error, Result};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::{Position, Url};

/// Opens `page` and returns the address that its answer leads to; none for an answer that shows something.
pub(crate) async fn redirected(page: &Url) -> Result<Option<Url>> {
    let host = page.host_str().unwrap_or_default();
    let port = page.port_or_known_default().unwrap_or_default();
    let mut stream = TcpStream::connect((host, port)).await?;
    let path = &page[Position::BeforePath..];
    let authority = &page[Position::BeforeHost..Position::AfterPort];
    let request = format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let head = answer.split("\r\n\r\n").next().unwrap_or_default();
    let location = head.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("location").then(|| value.trim())
    });
    location
        .map(|location| Url::parse(location).map_err(Error::other))
        .transpose()
}
