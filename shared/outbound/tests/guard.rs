//! Guard tests with one table of hostile URLs, as written and as names resolve.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use outbound::{
    AddressClass as Class, Guard, Outbound, OutboundError, Policy, Refused, Request, Resolver,
};
use url::Url;

/// Scripted results per name, in order; the last one is repeated.
#[derive(Default)]
struct Scripted(Mutex<HashMap<String, Vec<Vec<IpAddr>>>>);

impl Scripted {
    fn with(names: &[(&str, &[&[&str]])]) -> Arc<Self> {
        let parse = |answer: &&[&str]| answer.iter().map(|text| text.parse().unwrap()).collect();
        let names = names
            .iter()
            .map(|(name, answers)| ((*name).to_owned(), answers.iter().map(parse).collect()))
            .collect();
        Arc::new(Self(Mutex::new(names)))
    }
}

#[async_trait]
impl Resolver for Scripted {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let mut names = self.0.lock().unwrap();
        let answers = names.get_mut(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(if answers.len() > 1 {
            answers.remove(0)
        } else {
            answers[0].clone()
        })
    }
}

fn guard(policy: Policy) -> Guard {
    Guard::new(policy, Scripted::with(&[]))
}

/// URLs that the deployed policy permits.
const PERMITTED: [&str; 5] = [
    "https://cliente.com.br/",
    "https://cliente.com.br:8443/blog?x=1",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://xn--caf-dma.com.br/",
];

/// URLs of other schemes, malformed ones, and ones with user information.
const REFUSED_FORMS: [(&str, Refused); 12] = [
    ("http://cliente.com.br/", Refused::HttpsRequired),
    ("ftp://cliente.com.br/", Refused::Scheme),
    ("file:///etc/passwd", Refused::Scheme),
    ("gopher://cliente.com.br/", Refused::Scheme),
    ("data:text/plain,x", Refused::Scheme),
    ("cliente.com.br", Refused::Malformed),
    ("//cliente.com.br", Refused::Malformed),
    ("", Refused::Malformed),
    ("https://", Refused::Malformed),
    ("https://user:pass@cliente.com.br/", Refused::UserInfo),
    ("https://user@cliente.com.br/", Refused::UserInfo),
    ("https://8.8.8.8@127.0.0.1/", Refused::UserInfo),
];

/// Names of local networks, names with a trailing dot, and ports of other services.
const REFUSED_NAMES_AND_PORTS: [(&str, Refused); 12] = [
    ("https://localhost/", Refused::LocalName),
    ("https://LOCALHOST/", Refused::LocalName),
    ("https://a.localhost/", Refused::LocalName),
    ("https://metadata.google.internal/", Refused::LocalName),
    ("https://printer.local/", Refused::LocalName),
    ("https://router.home.arpa/", Refused::LocalName),
    ("https://intranet/", Refused::LocalName),
    ("https://cliente.com.br./", Refused::TrailingDot),
    ("https://localhost./", Refused::TrailingDot),
    ("https://cliente.com.br:22/", Refused::Port(22)),
    ("https://cliente.com.br:6379/", Refused::Port(6379)),
    ("https://cliente.com.br:0/", Refused::Port(0)),
];

/// Reserved IPv4 addresses in every notation that a URL allows.
const RESERVED_V4: [(&str, Class); 18] = [
    ("https://127.0.0.1/", Class::Loopback),
    ("https://127.1/", Class::Loopback),
    ("https://2130706433/", Class::Loopback),
    ("https://0x7f000001/", Class::Loopback),
    ("https://0177.0.0.1/", Class::Loopback),
    ("https://0x7f.0.0.0x1/", Class::Loopback),
    ("https://\u{ff11}27.0.0.1/", Class::Loopback),
    ("https://127\u{3002}0\u{3002}0\u{3002}1/", Class::Loopback),
    ("https://%31%32%37.0.0.1/", Class::Loopback),
    ("https://0/", Class::Unspecified),
    ("https://0.0.0.0/", Class::Unspecified),
    ("https:\\\\10.0.0.1\\", Class::Private),
    ("https://10.0.0.1/", Class::Private),
    ("https://172.20.1.1/", Class::Private),
    ("https://192.168.0.1/", Class::Private),
    ("https://100.64.0.1/", Class::CarrierGrade),
    ("https://169.254.169.254/latest/meta-data/", Class::Metadata),
    ("https://0xa9fea9fe/", Class::Metadata),
];

/// Reserved IPv6 addresses, and IPv4 addresses inside IPv6 ones.
const RESERVED_V6: [(&str, Class); 12] = [
    ("https://[fd00:ec2::254]/", Class::Metadata),
    ("https://[::1]/", Class::Loopback),
    ("https://[::]/", Class::Unspecified),
    ("https://[::ffff:127.0.0.1]/", Class::WrappedV4),
    ("https://[::ffff:8.8.8.8]/", Class::WrappedV4),
    ("https://[::127.0.0.1]/", Class::WrappedV4),
    ("https://[64:ff9b::7f00:1]/", Class::WrappedV4),
    ("https://[2002:7f00:1::]/", Class::WrappedV4),
    ("https://[2001::1]/", Class::WrappedV4),
    ("https://[fe80::1]/", Class::LinkLocal),
    ("https://[fc00::1]/", Class::Private),
    ("https://[ff02::1]/", Class::Multicast),
];

#[test]
fn public_https_urls_are_permitted() {
    let guard = guard(Policy::cloud());
    for text in PERMITTED {
        assert_eq!(guard.check_url(text).err(), None, "{text}");
    }
}

#[test]
fn other_forms_local_names_and_other_ports_are_refused() {
    let guard = guard(Policy::cloud());
    for (text, reason) in REFUSED_FORMS.into_iter().chain(REFUSED_NAMES_AND_PORTS) {
        assert_eq!(guard.check_url(text).err(), Some(reason), "{text}");
    }
    let long = format!("https://cliente.com.br/{}", "a".repeat(2_048));
    assert_eq!(guard.check_url(&long).err(), Some(Refused::Malformed));
}

#[test]
fn reserved_addresses_are_refused() {
    let guard = guard(Policy::cloud());
    for (text, class) in RESERVED_V4.into_iter().chain(RESERVED_V6) {
        let reason = Refused::Address(class);
        assert_eq!(guard.check_url(text).err(), Some(reason), "{text}");
    }
}

#[test]
fn the_local_policy_permits_loopback_only() {
    let guard = guard(Policy::local());
    for text in [
        "http://127.0.0.1:8081/",
        "http://localhost:6379/",
        "http://site.localhost:22/",
        "http://[::1]:8081/",
        "http://cliente.com.br/",
        "https://cliente.com.br/",
    ] {
        assert_eq!(guard.check_url(text).err(), None, "{text}");
    }
    for (text, expected) in [
        ("http://0.0.0.0:8081/", Refused::Address(Class::Unspecified)),
        ("http://10.0.0.1/", Refused::Address(Class::Private)),
        ("http://169.254.169.254/", Refused::Address(Class::Metadata)),
        (
            "http://[::ffff:127.0.0.1]/",
            Refused::Address(Class::WrappedV4),
        ),
        ("http://printer.local/", Refused::LocalName),
        ("http://cliente.com.br:6379/", Refused::Port(6379)),
        ("ftp://127.0.0.1/", Refused::Scheme),
    ] {
        assert_eq!(guard.check_url(text).err(), Some(expected), "{text}");
    }
}

#[tokio::test]
async fn names_are_checked_by_all_their_addresses() {
    let public: &[&str] = &["93.184.215.14", "2606:2800:21f:cb07::1"];
    let refused = |class| Some(OutboundError::Refused(Refused::Address(class)));
    let cases: [(&str, &[&str], Option<OutboundError>); 9] = [
        ("publico.example", public, None),
        ("dentro.example", &["10.1.2.3"], refused(Class::Private)),
        ("maquina.example", &["127.0.0.1"], refused(Class::Loopback)),
        ("zero.example", &["0.0.0.0"], refused(Class::Unspecified)),
        (
            "nuvem.example",
            &["169.254.169.254"],
            refused(Class::Metadata),
        ),
        (
            "nuvem6.example",
            &["fd00:ec2::254"],
            refused(Class::Metadata),
        ),
        (
            "mapeado.example",
            &["::ffff:10.0.0.1"],
            refused(Class::WrappedV4),
        ),
        (
            "misto.example",
            &["93.184.215.14", "192.168.0.1"],
            refused(Class::Private),
        ),
        ("vazio.example", &[], Some(OutboundError::Dns)),
    ];
    for (name, addresses, expected) in cases {
        let resolver = Scripted::with(&[(name, &[addresses])]);
        let url = Url::parse(&format!("https://{name}/")).unwrap();
        let guard = Guard::new(Policy::cloud(), resolver.clone());
        assert_eq!(guard.check_resolved(&url).await.err(), expected, "{name}");
        // The connector resolves the name too; only a public name gets further.
        if let Some(expected) = expected {
            let outbound = Outbound::with_resolver(Policy::cloud(), resolver).unwrap();
            assert_eq!(
                outbound.send(Request::get(url)).await.err(),
                Some(expected),
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn an_unknown_name_is_a_dns_error() {
    let outbound = Outbound::with_resolver(Policy::cloud(), Scripted::with(&[])).unwrap();
    let url = Url::parse("https://nao-existe.example/").unwrap();
    let error = outbound.send(Request::get(url)).await.unwrap_err();
    assert_eq!(error, OutboundError::Dns);
    assert!(!error.may_have_happened());
}

#[tokio::test]
async fn dns_rebinding_is_prevented() {
    let answers: &[&[&str]] = &[&["93.184.215.14"], &["127.0.0.1"]];
    let resolver = Scripted::with(&[("troca.example", answers)]);
    let outbound = Outbound::with_resolver(Policy::cloud(), resolver).unwrap();
    let url = Url::parse("https://troca.example/").unwrap();
    assert!(outbound.guard().check_resolved(&url).await.is_ok());
    let error = outbound.send(Request::get(url)).await.unwrap_err();
    assert_eq!(error, Refused::Address(Class::Loopback).into());
}

#[tokio::test]
async fn mail_servers_are_checked_by_name_address_and_port() {
    let guard = guard(Policy::cloud());
    for (host, port) in [
        ("mail.example.com", 587),
        ("8.8.8.8", 25),
        ("2606:4700::1111", 465),
    ] {
        assert_eq!(guard.check_mail_server(host, port), Ok(()), "{host}:{port}");
    }
    for (host, port) in [
        ("localhost", 587),
        ("127.0.0.1", 587),
        ("::1", 587),
        ("0x7f.1", 587),
        ("169.254.169.254", 587),
        ("fd00::1", 587),
        ("mail", 587),
        ("mail.internal", 587),
        ("mail.example.com.", 587),
        ("mail example.com", 587),
        ("mail.example.com", 22),
        ("mail.example.com", 6379),
        ("", 587),
    ] {
        assert!(
            guard.check_mail_server(host, port).is_err(),
            "{host}:{port}"
        );
        assert!(
            guard.resolve_mail_server(host, port).await.is_err(),
            "{host}:{port}"
        );
    }
}

/// The process answers its own people at a port of loopback.
#[tokio::test]
async fn a_closed_port_of_loopback_is_refused_under_each_name() {
    let names = Scripted::with(&[
        ("blog.test", &[&["127.0.0.1"]]),
        ("cliente.com.br", &[&["8.8.8.8"]]),
    ]);
    let guard = Guard::new(Policy::local(), names).without_port(8080);
    for url in [
        "http://127.0.0.1:8080/",
        "http://127.1:8080/",
        "http://2130706433:8080/",
        "http://127.0.0.2:8080/",
        "http://[::1]:8080/",
        "http://localhost:8080/",
        "http://a.localhost:8080/",
        "http://blog.test:8080/",
    ] {
        let refused = guard.check_resolved(&Url::parse(url).unwrap()).await;
        let port = Refused::Port(8080);
        assert!(
            matches!(&refused, Err(OutboundError::Refused(refusal)) if *refusal == port),
            "{url}: {refused:?}"
        );
    }
    for url in [
        "http://127.0.0.1:8081/",
        "http://localhost/",
        "http://blog.test:8081/",
        "http://cliente.com.br:8080/",
        "http://8.8.8.8:8080/",
    ] {
        let checked = guard.check_resolved(&Url::parse(url).unwrap()).await;
        assert!(checked.is_ok(), "{url}: {checked:?}");
    }
    for host in ["127.0.0.1", "localhost", "blog.test"] {
        let refused = guard.resolve_mail_server(host, 8080).await;
        assert!(refused.is_err(), "{host}");
        assert!(
            guard.resolve_mail_server(host, 2525).await.is_ok(),
            "{host}"
        );
    }
}
