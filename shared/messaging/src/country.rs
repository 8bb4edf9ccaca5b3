//! The country of telephone numbers without a country code.

use domain::platform::phone::BRAZIL;
use settings::{SettingKey, Snapshot};

/// The country code of numbers that have none: that of the settings, otherwise Brazil's.
pub fn country(settings: &Snapshot) -> &str {
    let key = SettingKey::MessagingCountry;
    let code = settings.text(key);
    code.filter(|code| key.fault(code).is_none())
        .unwrap_or(BRAZIL)
}
