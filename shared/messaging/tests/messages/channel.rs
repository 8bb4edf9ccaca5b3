//! Messaging channels as settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use domain::platform::phone::Phone;
use messaging::{Messenger, NotReady};
use outbound::{Outbound, Policy};
use ports::{ClientMessage, MessagePicture, MessagePurpose};
use settings::{Changes, Saved, Settings, SettingsError, SettingsStore, Snapshot};
use wiremock::MockServer;

/// Token of every channel.
pub const TOKEN: &str = "canario-ficha-91b7c2";
/// Second token of the channel of Z-API.
pub const SECURITY_TOKEN: &str = "sentinela-conta-44d0";

struct Empty;

#[async_trait::async_trait]
impl SettingsStore for Empty {
    async fn load(&self) -> Result<Saved, SettingsError> {
        Ok(Saved::default())
    }

    async fn save(&self, _: &Saved, _: &Changes) -> Result<(), SettingsError> {
        Err(SettingsError::Conflict)
    }
}

/// Settings with the values `WHATSAPP_API_*`.
pub fn settings(values: &[(&str, &str)]) -> Snapshot {
    all_settings(values).with(Saved::default())
}

/// The settings of a function with the values `WHATSAPP_API_*`.
pub fn all_settings(values: &[(&str, &str)]) -> Settings {
    let values: BTreeMap<String, String> = values
        .iter()
        .map(|(name, value)| (format!("WHATSAPP_API_{name}"), (*value).to_owned()))
        .collect();
    Settings::new(Arc::new(Empty), |name| values.get(name).cloned())
}

pub fn read(values: &[(&str, &str)]) -> Result<Option<Messenger>, NotReady> {
    let outbound = Outbound::new(Policy::local()).unwrap();
    Messenger::of_settings(&settings(values), outbound)
}

/// The channel of `provider` at `server`, with `more` values.
pub fn messenger(server: &MockServer, provider: &str, more: &[(&str, &str)]) -> Messenger {
    let (url, mut values) = (server.uri(), more.to_vec());
    values.extend([
        ("PROVIDER", provider),
        ("URL", &url),
        ("TOKEN", TOKEN),
        ("INSTANCE", "agencia-1"),
    ]);
    if provider == "zapi" {
        values.push(("SECURITY_TOKEN", SECURITY_TOKEN));
    }
    read(&values).unwrap().unwrap()
}

pub fn phone() -> Phone {
    Phone::parse("+55 11 98888-7777", "55").unwrap()
}

/// A picture that is sent as it is.
pub fn picture() -> MessagePicture {
    MessagePicture {
        mime_type: "image/jpeg".into(),
        bytes: Bytes::from_static(b"\xff\xd8\xffpao\xff\xd9"),
    }
}

/// A message to a client with a picture.
pub fn message(purpose: MessagePurpose) -> ClientMessage {
    let link = match purpose {
        MessagePurpose::ApprovalRequest => "https://pauta.example/aprovacao/6f1c2a1e",
        MessagePurpose::PostPublished => "https://padaria.example/pao/",
    };
    ClientMessage {
        to: phone(),
        purpose,
        site: "Padaria Bom Pão".into(),
        title: "Como escolher o pão".into(),
        text: "Leia e responda:".into(),
        link: link.parse().unwrap(),
        picture: Some(picture()),
    }
}
