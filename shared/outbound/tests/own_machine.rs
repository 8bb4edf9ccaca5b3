//! A client that fetches what others choose reaches one site of its machine and nothing else there: as written, after
//! redirects, and as names resolve.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use outbound::{
    AddressClass, Guard, Outbound, OutboundError, OwnMachine, Policy, Redirects, Refused, Request,
    Resolver,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use url::Url;

/// A public address that the tests take for one of this machine.
const OWN_PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(8, 8, 4, 4));

/// Resolves every name to one address.
struct To(IpAddr);

#[async_trait]
impl Resolver for To {
    async fn lookup(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        Ok(vec![self.0])
    }
}

fn fetcher(site: SocketAddr, names: IpAddr) -> Outbound {
    let base = Url::parse(&format!("http://{site}")).unwrap();
    let own = OwnMachine::recognised_by(&base, |address| address == OWN_PUBLIC);
    let guard = Guard::new(Policy::public(), Arc::new(To(names)));
    Outbound::with_guard(guard.on(own)).unwrap()
}

/// A server that gives every request this answer, and the number of its connections.
async fn server(answer: String) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let reached = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&reached);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            count.fetch_add(1, Ordering::SeqCst);
            let mut head = [0; 4096];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (address, reached)
}

fn page() -> String {
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\noi".to_owned()
}

fn get(url: &str) -> Request {
    Request::get(Url::parse(url).unwrap()).redirects(Redirects::Anywhere(4))
}

/// Spellings of this machine with a port.
fn spellings(port: u16) -> Vec<String> {
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.0.0.2",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "0.0.0.0",
        "0",
        "[::]",
        "192.168.1.5",
        "10.0.0.1",
        "169.254.1.1",
        "[fe80::1]",
        "[fd00::1]",
        "8.8.4.4",
        "own.example",
        "\u{ff11}27.0.0.1",
        "%31%32%37.0.0.1",
    ]
    .into_iter()
    .map(|host| format!("http://{host}:{port}/dev/mailbox"))
    .collect()
}

#[tokio::test]
async fn no_spelling_reaches_another_port_of_the_machine() {
    let (site, _) = server(page()).await;
    let (other, reached) = server(page()).await;
    for names in [
        IpAddr::from(Ipv4Addr::LOCALHOST),
        "::1".parse().unwrap(),
        OWN_PUBLIC,
        "192.168.1.5".parse().unwrap(),
    ] {
        let outbound = fetcher(site, names);
        for url in spellings(other.port()) {
            let error = outbound.send(get(&url)).await.unwrap_err();
            assert!(
                matches!(error, OutboundError::Refused(_)),
                "{url}: {error:?}"
            );
        }
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn no_redirect_of_the_own_site_leads_to_another_port() {
    let (other, reached) = server(page()).await;
    for url in spellings(other.port()) {
        let answer = format!(
            "HTTP/1.1 302 Found\r\nlocation: {url}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        );
        let (site, _) = server(answer).await;
        let outbound = fetcher(site, Ipv4Addr::LOCALHOST.into());
        let error = outbound.send(get(&format!("http://{site}/"))).await;
        assert!(
            matches!(error, Err(OutboundError::Refused(_))),
            "{url}: {error:?}"
        );
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn pages_of_the_own_site_are_reached() {
    let (site, reached) = server(page()).await;
    let outbound = fetcher(site, Ipv4Addr::LOCALHOST.into());
    for host in ["127.0.0.1", "localhost", "2130706433"] {
        let url = format!("http://{host}:{}/ola", site.port());
        let response = outbound.send(get(&url)).await.unwrap();
        assert_eq!(response.body, "oi", "{host}");
    }
    // A name that leads there is not the site's own.
    let url = format!("http://own.example:{}/", site.port());
    let error = outbound.send(get(&url)).await.unwrap_err();
    let loopback = Refused::Address(AddressClass::Loopback);
    assert_eq!(error, loopback.into());
    assert_eq!(reached.load(Ordering::SeqCst), 3);
}

#[test]
fn other_sites_are_checked_as_before() {
    let base = Url::parse("http://127.0.0.1:8081").unwrap();
    let guard = Guard::new(Policy::public(), Arc::new(To(OWN_PUBLIC)));
    let guard = guard.on(OwnMachine::serving(&base));
    for permitted in ["http://cliente.example/", "https://cliente.example:8443/"] {
        assert_eq!(guard.check_url(permitted).err(), None, "{permitted}");
    }
    for (refused, reason) in [
        ("http://cliente.example:6379/", Refused::Port(6379)),
        ("ftp://127.0.0.1:8081/", Refused::Scheme),
        ("http://a@127.0.0.1:8081/", Refused::UserInfo),
    ] {
        assert_eq!(guard.check_url(refused).err(), Some(reason), "{refused}");
    }
}
