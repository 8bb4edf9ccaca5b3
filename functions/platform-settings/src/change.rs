//! From what people send to what is stored.

use items::{ItemsError, retry_on_conflict};
use platform_http::{ApiError, Code};
use secrecy::SecretString;
use serde_json::{Map, Value};
use settings::{Changes, Saved, SettingGroup, SettingKey, SettingsError, Snapshot};

use crate::Ports;

/// Longest unknown name that a response repeats, in characters.
const NAME_CHARS: usize = 40;

/// The error response for an error of the settings.
pub(crate) fn failure(error: SettingsError) -> ApiError {
    ItemsError::from(error).into()
}

/// Reads the settings.
pub(crate) async fn current(ports: &Ports) -> Result<Snapshot, ApiError> {
    ports.settings.read().await.map_err(failure)
}

/// An unknown name as far as a response may repeat it: a secret that was sent as a name is not made of capital
/// letters alone.
fn shown(name: &str) -> &str {
    let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if is_name && name.len() <= NAME_CHARS {
        name
    } else {
        ""
    }
}

/// Judges the members of a request about the settings of `groups`.
///
/// # Errors
/// 422 with every invalid member.
pub(crate) fn judge(
    sent: Map<String, Value>,
    groups: &[SettingGroup],
) -> Result<Changes, ApiError> {
    let mut refused = ApiError::new(Code::InvalidFields);
    let mut changes = Changes::new();
    let mut sound = true;
    for (name, value) in sent {
        let key = SettingKey::of_name(&name).filter(|key| groups.contains(&key.group()));
        let judged = match (key, value) {
            (None, _) => Err((
                "unknown_key",
                "Esta página não tem esta chave. Nada foi gravado.",
            )),
            (Some(key), Value::Null) => Ok((key, None)),
            (Some(key), Value::String(text)) => match key.fault(text.trim()) {
                None => Ok((key, Some(SecretString::from(text.trim())))),
                Some(expected) => Err(("invalid_value", expected)),
            },
            (Some(_), _) => Err(("invalid_value", "Informe um texto, ou null para apagar.")),
        };
        match judged {
            Ok((key, value)) => {
                changes.insert(key, value);
            }
            Err((code, message)) => {
                let field = match key {
                    Some(key) => key.name(),
                    None => shown(&name),
                };
                refused = refused.issue(code, field, message);
                sound = false;
            }
        }
    }
    if sound { Ok(changes) } else { Err(refused) }
}

/// Stores `changes` if `check` permits them for the values that are saved, and returns the settings with them. All
/// of them are written or none.
///
/// # Errors
/// The error of `check`, or of the store.
pub(crate) async fn store(
    ports: &Ports,
    changes: &Changes,
    check: impl Fn(&Saved) -> Result<(), ApiError>,
) -> Result<Snapshot, ApiError> {
    let store = ports.settings.store();
    let check = &check;
    let saved = retry_on_conflict(|| async move {
        let before = store.load().await.map_err(failure)?;
        check(&before)?;
        match store.save(&before, changes).await {
            Ok(()) => Ok(Some(Saved {
                values: before.after(changes),
                ..before
            })),
            Err(SettingsError::Conflict) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    })
    .await?;
    Ok(ports.settings.with(saved))
}
