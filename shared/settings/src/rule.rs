//! Forms of values.

use domain::direction;
use url::{Host, Url};

/// Largest length of a value in characters.
const MOST_CHARS: usize = 500;

/// The form of a value, and its description in Portuguese for people.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    holds: fn(&str) -> bool,
    expected: &'static str,
}

impl Rule {
    /// What is wrong with `value`, if anything.
    pub(crate) fn fault(self, value: &str) -> Option<&'static str> {
        let fits = (1..=MOST_CHARS).contains(&value.chars().count())
            && value.trim() == value
            && !value.contains(|c: char| c.is_control() || direction::is_control(c));
        (!fits || !(self.holds)(value)).then_some(self.expected)
    }
}

fn all(value: &str, allowed: impl Fn(u8) -> bool) -> bool {
    value.bytes().all(allowed)
}

/// One line of text.
pub(crate) const LINE: Rule = Rule {
    holds: |_| true,
    expected: "Informe um texto de uma linha, com até 500 caracteres, ou null para apagar.",
};

/// A key or token as it is sent in a header.
pub(crate) const TOKEN: Rule = Rule {
    holds: |value| all(value, |byte| byte.is_ascii_graphic()),
    expected: "Informe a chave sem espaços nem acentos, com até 500 caracteres, ou null para apagar.",
};

/// A name or version in an address of a provider.
pub(crate) const NAME: Rule = Rule {
    holds: |value| {
        all(value, |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-')
        })
    },
    expected: "Use só letras sem acento, números, ponto, hífen e sublinhado.",
};

/// A host name or an address.
pub(crate) const HOST: Rule = Rule {
    holds: |value| match value.parse::<std::net::IpAddr>() {
        Ok(_) => true,
        // The parser of URLs also takes characters that it would encode.
        Err(_) => {
            matches!(Host::parse(value), Ok(Host::Domain(_)))
                && all(value, |byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
                })
        }
    },
    expected: "Informe o nome do servidor, por exemplo smtp.exemplo.com.br.",
};

/// A port.
pub(crate) const PORT: Rule = Rule {
    holds: |value| {
        all(value, |byte| byte.is_ascii_digit()) && value.parse::<u16>().is_ok_and(|port| port > 0)
    },
    expected: "Informe uma porta de 1 a 65535, por exemplo 587.",
};

/// Encryption of a connection to a mail server.
pub(crate) const SMTP_TLS: Rule = Rule {
    holds: |value| ["implicit", "starttls", "none"].contains(&value),
    expected: "Use implicit, starttls ou none.",
};

/// A messaging provider.
pub(crate) const MESSAGING_PROVIDER: Rule = Rule {
    holds: |value| ["cloud", "evolution", "zapi"].contains(&value),
    expected: "Use cloud, evolution ou zapi.",
};

/// The base address of a service.
pub(crate) const WEB_ADDRESS: Rule = Rule {
    holds: |value| {
        Url::parse(value).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none()
        })
    },
    expected: "Informe um endereço http ou https, sem usuário nem senha, por exemplo https://api.exemplo.com.br.",
};

/// A name that people read, short enough for the sender of an e-mail.
pub(crate) const TITLE: Rule = Rule {
    holds: |value| value.chars().count() <= 80,
    expected: "Informe um nome de uma linha, com até 80 caracteres.",
};

/// Whether `host` is the name of a public host. Other characters could end the source list of a page's policy, of which
/// the name is a part.
fn is_public_name(host: &str) -> bool {
    host.contains('.')
        && host.parse::<std::net::Ipv4Addr>().is_err()
        && all(host, |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')
        })
}

/// The address of a picture that browsers and mail programs load. The server never does.
pub(crate) const PICTURE_ADDRESS: Rule = Rule {
    holds: |value| {
        Url::parse(value).is_ok_and(|url| {
            url.scheme() == "https"
                && url.host_str().is_some_and(is_public_name)
                && url.username().is_empty()
                && url.password().is_none()
                && url.fragment().is_none()
        })
    },
    expected: "Informe o endereço https público de uma imagem, por exemplo https://agencia.com.br/logo.png.",
};

/// An e-mail address without a name.
pub(crate) const EMAIL: Rule = Rule {
    holds: |value| {
        value.rsplit_once('@').is_some_and(|(local, host)| {
            // The other characters that mail servers may take have a meaning in `mailto:` addresses.
            let is_local = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte);
            (1..=64).contains(&local.len())
                && all(local, is_local)
                && !local.split('.').any(str::is_empty)
                && matches!(Host::parse(host), Ok(Host::Domain(name)) if is_public_name(&name))
        })
    },
    expected: "Informe um endereço de e-mail, por exemplo contato@agencia.com.br.",
};

/// A country code of telephone numbers.
pub(crate) const COUNTRY: Rule = Rule {
    holds: |value| value.len() <= 3 && all(value, |byte| byte.is_ascii_digit()),
    expected: "Informe o código do país, por exemplo 55.",
};

/// A model, as its provider's list of models names it.
pub(crate) const MODEL: Rule = Rule {
    holds: |value| {
        value.len() <= 100
            && all(value, |byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-')
            })
    },
    expected: "Informe o nome do modelo como o provedor o publica, por exemplo modelo-2.1-mini.",
};

/// A number of images.
pub(crate) const QUOTA: Rule = Rule {
    holds: |value| {
        all(value, |byte| byte.is_ascii_digit())
            && value.parse::<u32>().is_ok_and(|number| number <= 10_000)
    },
    expected: "Informe um número inteiro de 0 a 10000.",
};

/// A provider of generated texts.
pub(crate) const TEXT_PROVIDER: Rule = Rule {
    holds: |value| ["openai", "anthropic", "gemini"].contains(&value),
    expected: "Use openai, anthropic ou gemini.",
};

/// A provider of generated images.
pub(crate) const IMAGE_PROVIDER: Rule = Rule {
    holds: |value| ["openai", "gemini"].contains(&value),
    expected: "Use openai ou gemini.",
};

#[cfg(test)]
mod tests {
    use crate::SettingKey as Key;

    fn judge(key: Key, good: &[&str], bad: &[&str]) {
        for value in good {
            assert_eq!(key.fault(value), None, "{key:?} {value}");
        }
        for value in bad {
            assert!(key.fault(value).is_some(), "{key:?} {value}");
        }
    }

    #[test]
    fn values_have_their_form() {
        let long = "x".repeat(501);
        for (key, good, bad) in [
            (
                Key::OpenAiKey,
                &["sk-proj-a_B.9/+="][..],
                &["", " sk", "sk ", "com espaço", "chavé", "a\nb", &long][..],
            ),
            (
                Key::SmtpHost,
                &["smtp.example.com", "localhost", "127.0.0.1", "::1"],
                &[
                    "smtp example",
                    "smtp.example.com:587",
                    "http://x",
                    "a/b",
                    "a%41",
                ],
            ),
            (
                Key::SmtpPort,
                &["1", "587", "65535"],
                &["0", "65536", "+5", "x"],
            ),
            (Key::SmtpTls, &["none", "starttls"], &["ssl", "TLS"]),
            (
                Key::GeminiModelImage,
                &["gemini-3.8-flash_x"],
                &["models/gemini", "a b", "../x", "a?b"],
            ),
            (
                Key::ImageQuota,
                &["0", "50", "10000"],
                &["-1", "10001", "+5", "1.5", "x"],
            ),
            (Key::SmtpPassword, &["é & ' \" $x #"], &["a\tb", " a"]),
            (
                Key::MessagingUrl,
                &["https://a.example", "http://127.0.0.1:8080/base"],
                &[
                    "a.example",
                    "ftp://a.example",
                    "https://u:p@a.example",
                    "https://a.example?k=1",
                ],
            ),
            (Key::MessagingCountry, &["55", "1"], &["+55", "5555"]),
            (
                Key::MessagingInstance,
                &["104857", "agencia-1"],
                &["a/b", "a b"],
            ),
            (
                Key::TextProvider,
                &["anthropic", "openai"],
                &["Anthropic", "x"],
            ),
            (Key::ImageProvider, &["gemini"], &["anthropic"]),
        ] {
            judge(key, good, bad);
        }
    }

    #[test]
    fn values_of_the_agency_have_their_form() {
        for (key, good, bad) in [
            (
                Key::AgencyName,
                &["Agência Varanda", &"é".repeat(80)][..],
                &["", "Va\nranda", &"x".repeat(81)][..],
            ),
            (
                Key::AgencyLogo,
                &[
                    "https://varanda.example/logo.png",
                    "https://cdn.varanda.example:8443/a%20b.png?v=2",
                ],
                &[
                    "http://varanda.example/logo.png",
                    "data:image/png;base64,AAAA",
                    "https://127.0.0.1/logo.png",
                    "https://[::1]/logo.png",
                    "https://localhost/logo.png",
                    "https://a;script-src.example/logo.png",
                    "https://u:p@varanda.example/logo.png",
                    "https://varanda.example/logo.png#x",
                ],
            ),
            (
                Key::AgencyReplyTo,
                &["contato@varanda.example", "a.b+c@açaí.example"],
                &[
                    "Varanda <contato@varanda.example>",
                    "contato",
                    "@varanda.example",
                    "a@b",
                    "a..b@varanda.example",
                    "ação@varanda.example",
                    "a@b.example, c@d.example",
                    "a@127.0.0.1",
                ],
            ),
        ] {
            judge(key, good, bad);
        }
    }
}
