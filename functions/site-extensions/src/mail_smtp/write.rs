//! Beginning a connection, and removing it.

use secrecy::SecretString;
use serde_json::json;
use site_api::call::signed_in_user;
use site_api::{ApiCall, HandlerResult};
use site_contract::mail_smtp::codes;
use site_mailbox::{Beginning, ConnectError, OAuthClient, Provider};
use site_rest::{Reply, RestError};

use super::view::{callback_address, mailbox, refused};

/// Begins a connection: the address of the provider's page, on which a person grants access.
///
/// # Errors
/// `mailbox_not_configured`; `rest_invalid_param` for a client's identifier without its secret.
pub async fn connect(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let provider = params.text("provider").and_then(Provider::of_name);
    let beginning = Beginning {
        provider: provider.ok_or_else(|| invalid("provider"))?,
        user: signed_in_user(&call)?.id,
        client: own_client(&call)?,
        redirect_uri: callback_address(&call)
            .parse()
            .map_err(RestError::internal)?,
        login_hint: params.text("login_hint").map(str::to_owned),
    };
    match mailbox(&call).begin(beginning).await {
        Ok(begun) => Ok(Reply::json(json!({
            "authorization_url": begun.url.as_str(),
            "expires_at": begun.expires_at.to_string(),
        }))),
        Err(ConnectError::NotConfigured) => Err(RestError::new(&codes::MAILBOX_NOT_CONFIGURED)),
        Err(ConnectError::Store(error)) => Err(refused(error)),
        Err(error) => Err(RestError::internal(error)),
    }
}

fn invalid(name: &str) -> RestError {
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    RestError::params(vec![(name.to_owned(), reason)])
}

/// The site's own client, if the request has one.
fn own_client(call: &ApiCall) -> Result<Option<OAuthClient>, RestError> {
    let text = |name: &str| call.params().text(name).map(str::trim);
    match (text("client_id"), text("client_secret")) {
        (None, None) => Ok(None),
        (Some(""), _) | (None, Some(_)) => Err(invalid("client_id")),
        (_, Some("")) | (Some(_), None) => Err(invalid("client_secret")),
        (Some(id), Some(secret)) => Ok(Some(OAuthClient {
            id: id.to_owned(),
            secret: SecretString::from(secret),
        })),
    }
}

/// Removes the connection; mails then go through the mail server of the deployment.
///
/// # Errors
/// `mailbox_not_connected`.
pub async fn disconnect(call: ApiCall, (): ()) -> HandlerResult {
    if mailbox(&call).disconnect().await.map_err(refused)? {
        Ok(Reply::json(json!({"disconnected": true})))
    } else {
        Err(RestError::new(&codes::MAILBOX_NOT_CONNECTED))
    }
}
