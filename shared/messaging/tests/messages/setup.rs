//! Which settings make a channel.

use messaging::{MessagingProvider, NotReady, country};
use settings::SettingKey;

use crate::channel::{read, settings};

#[test]
fn without_a_setting_there_is_no_channel() {
    assert!(read(&[]).unwrap().is_none());
}

#[test]
fn a_provider_is_named_or_told_by_its_address() {
    let rest = [("TOKEN", "x"), ("INSTANCE", "1")];
    for (of_provider, provider) in [
        (("PROVIDER", "cloud"), MessagingProvider::Cloud),
        (("PROVIDER", "zapi"), MessagingProvider::Zapi),
        (
            ("URL", "https://graph.facebook.com"),
            MessagingProvider::Cloud,
        ),
        (("URL", "https://api.z-api.io/"), MessagingProvider::Zapi),
        (
            ("URL", "https://whats.agencia.example"),
            MessagingProvider::Evolution,
        ),
    ] {
        let values = [&rest[..], &[of_provider]].concat();
        let messenger = read(&values).unwrap().unwrap();
        assert_eq!(messenger.provider(), provider, "{of_provider:?}");
    }
}

fn missing(values: &[(&str, &str)]) -> Vec<&'static str> {
    let NotReady { missing, invalid } = read(values).unwrap_err();
    assert_eq!(invalid, []);
    missing.into_iter().map(SettingKey::name).collect()
}

#[test]
fn missing_settings_are_named() {
    assert_eq!(
        missing(&[("PROVIDER", "evolution")]),
        [
            "WHATSAPP_API_URL",
            "WHATSAPP_API_TOKEN",
            "WHATSAPP_API_INSTANCE"
        ]
    );
    assert_eq!(
        missing(&[("PROVIDER", "zapi"), ("INSTANCE", "1")]),
        ["WHATSAPP_API_TOKEN"]
    );
    assert_eq!(
        missing(&[("TOKEN", "x"), ("INSTANCE", "1")]),
        ["WHATSAPP_API_PROVIDER"]
    );
}

#[test]
fn values_of_the_environment_without_their_form_are_named() {
    let values = [
        ("PROVIDER", "telegram"),
        ("URL", "whats.agencia.example"),
        ("TOKEN", "com espaço"),
        ("INSTANCE", "1"),
    ];
    let error = read(&values).unwrap_err();
    let expected = [
        SettingKey::MessagingProvider,
        SettingKey::MessagingUrl,
        SettingKey::MessagingToken,
    ];
    assert_eq!(error.invalid, expected);
    assert_eq!(error.missing, []);
    assert!(!error.to_string().contains("com espaço"), "{error}");
}

#[test]
fn numbers_without_a_country_code_are_brazilian_unless_set() {
    for (values, code) in [
        (vec![], "55"),
        (vec![("COUNTRY", "351")], "351"),
        (vec![("COUNTRY", "+351")], "55"),
    ] {
        assert_eq!(country(&settings(&values)), code);
    }
}
