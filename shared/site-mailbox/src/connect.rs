//! Connecting a mailbox.

use std::time::Duration;

use items::retry_on_conflict;
use jiff::Timestamp;
use oauth::{
    Authorization, AuthorizationCode, OAuthClient, OAuthError, ProofKey, Tokens, authorization_url,
    authorized, signed_state,
};
use outbound::Request;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use crate::connection::{Connection, Mailbox, NewConnection, StoredClient};
use crate::error::MailboxError;
use crate::mailboxes::SiteMailbox;
use crate::pending::{PendingAuthorization, State, StoredAuthorization, VALID_FOR};
use crate::provider::Provider;
use crate::records::{CONNECTION, PENDING};

/// Time limit of a call while a person waits for the page.
const DEADLINE: Duration = Duration::from_secs(8);
/// Size limit of an account's description in bytes.
const MOST_BYTES: usize = 256 * 1024;
/// Random bytes of a nonce.
const NONCE_BYTES: usize = 16;

/// What an administrator asks for.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// The provider.
    pub provider: Provider,
    /// The administrator.
    pub user: u64,
    /// The site's own client; none for that of the deployment.
    pub client: Option<OAuthClient>,
    /// Address that the provider sends the person back to.
    pub redirect_uri: Url,
    /// Address of the account that the provider proposes.
    pub login_hint: Option<String>,
}

/// An authorization that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The provider's page, on which a person grants access.
    pub url: Url,
    /// Until when the page leads back.
    pub expires_at: Timestamp,
}

/// Why a mailbox was not connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Neither the site nor the deployment has a client at the provider.
    #[error("there is no OAuth client")]
    NotConfigured,
    /// The provider gave no tokens.
    #[error(transparent)]
    Provider(#[from] OAuthError),
    /// The provider gave no refresh token, so the access would end within the hour.
    #[error("the provider gave no refresh token")]
    NoRefreshToken,
    /// The person did not grant sending.
    #[error("sending was not granted")]
    MissingScope,
    /// The provider did not tell the account's address.
    #[error("the address of the account is not known")]
    NoAddress,
    /// The records could not be read or written.
    #[error(transparent)]
    Store(#[from] MailboxError),
}

impl SiteMailbox {
    /// The connected mailbox, in whatever state it is.
    ///
    /// # Errors
    /// The store failed.
    pub async fn mailbox(&self) -> Result<Option<Mailbox>, MailboxError> {
        let kept = self.read::<Connection>(CONNECTION).await?;
        Ok(kept.record.map(|connection| connection.mailbox()))
    }

    /// Begins an authorization. One that the site began before cannot be completed any more.
    ///
    /// # Errors
    /// [`ConnectError::NotConfigured`], or the store failed.
    pub async fn begin(&self, beginning: Beginning) -> Result<Begun, ConnectError> {
        let provider = beginning.provider;
        let client = beginning.client.as_ref();
        let client = client.or_else(|| self.all.client(provider));
        let client = client.ok_or(ConnectError::NotConfigured)?;
        let random = &*self.parts.random;
        let expires_at = self.parts.clock.now_seconds() + VALID_FOR;
        let nonce = vault::token::random_token(random, NONCE_BYTES);
        let state = State {
            user: beginning.user,
            nonce: nonce.expose_secret().to_owned(),
            expires: expires_at.as_second(),
        };
        let purpose = State::purpose(&self.tenant);
        let signed = signed_state(&state, &self.all.0.keyring, &purpose);
        let signed = signed.map_err(MailboxError::from)?;
        let proof_key = ProofKey::generate(random);
        let mut further = provider.consent().to_vec();
        further.extend(
            beginning
                .login_hint
                .as_deref()
                .map(|hint| ("login_hint", hint)),
        );
        let url = authorization_url(
            self.all.0.endpoints.authorization(provider),
            client,
            &Authorization {
                redirect_uri: &beginning.redirect_uri,
                scopes: provider.scopes(),
                state: &signed,
                challenge: Some(&proof_key.challenge()),
                further: &further,
            },
        );
        self.store_pending(&StoredAuthorization {
            user: state.user,
            nonce: state.nonce,
            provider,
            client: beginning.client.as_ref().map(StoredClient::of),
            redirect_uri: beginning.redirect_uri,
            verifier: proof_key.verifier().expose_secret().to_owned(),
            expires_at,
        })
        .await?;
        Ok(Begun { url, expires_at })
    }

    async fn store_pending(&self, pending: &StoredAuthorization) -> Result<(), MailboxError> {
        retry_on_conflict(|| async {
            let before = self.read::<StoredAuthorization>(PENDING).await?;
            match self.write(PENDING, pending, before.revision).await {
                Ok(_) => Ok(Some(())),
                Err(MailboxError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Exchanges the code of an authorization that [`SiteMailbox::take`] used up, and stores the connection. An earlier one,
    /// also a revoked or failing one, is replaced.
    ///
    /// # Errors
    /// [`ConnectError`]; an earlier connection then stays as it is.
    pub async fn complete(
        &self,
        pending: PendingAuthorization,
        code: SecretString,
    ) -> Result<Mailbox, ConnectError> {
        let provider = pending.provider();
        let client = pending
            .own_client()
            .or_else(|| self.all.client(provider).cloned());
        let client = client.ok_or(ConnectError::NotConfigured)?;
        let code = AuthorizationCode {
            code,
            redirect_uri: pending.stored.redirect_uri.clone(),
            proof_key: Some(pending.proof_key()),
        };
        let asked = self.parts.clock.now_seconds();
        let endpoint = self.all.endpoint(self.all.0.endpoints.token(provider));
        let tokens = endpoint.exchange(&client, &code, DEADLINE).await?;
        if !provider.may_send(tokens.scope.as_deref()) {
            return Err(ConnectError::MissingScope);
        }
        let refresh_token = tokens.refresh_token.clone();
        let new = NewConnection {
            provider,
            refresh_token: refresh_token.ok_or(ConnectError::NoRefreshToken)?,
            address: self.address(provider, &tokens).await?,
            connected_by: pending.user(),
            client: pending.stored.client,
        };
        let connection = Connection::new(new, &tokens, asked);
        self.store_connection(&connection).await?;
        Ok(connection.mailbox())
    }

    async fn store_connection(&self, connection: &Connection) -> Result<(), MailboxError> {
        retry_on_conflict(|| async {
            let before = self.read::<Connection>(CONNECTION).await?;
            match self.write(CONNECTION, connection, before.revision).await {
                Ok(_) => Ok(Some(())),
                Err(MailboxError::Conflict) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// The address from which the mailbox sends. Google tells it with the tokens; the address in Microsoft's identity token
    /// need not be one of the mailbox, so its interface is asked.
    async fn address(&self, provider: Provider, tokens: &Tokens) -> Result<String, ConnectError> {
        let address = match provider {
            Provider::Google => tokens.account_email.clone(),
            Provider::Microsoft => self.microsoft_address(&tokens.access.secret).await?,
        };
        address.ok_or(ConnectError::NoAddress)
    }

    async fn microsoft_address(
        &self,
        access: &SecretString,
    ) -> Result<Option<String>, ConnectError> {
        let request = Request::get(self.all.0.endpoints.microsoft_account())
            .deadline(DEADLINE)
            .max_bytes(MOST_BYTES);
        let request = authorized(request, access).ok_or(OAuthError::BadPayload)?;
        let response = self.all.0.outbound.send(request).await;
        let response = response.map_err(|error| OAuthError::of_outbound(&error))?;
        if !response.status.is_success() {
            return Err(OAuthError::of_response(&response, &[access]).into());
        }
        let account: Value = response.json().map_err(|_| OAuthError::BadPayload)?;
        let text = |name: &str| {
            let text = account.get(name)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        Ok(text("mail").or_else(|| text("userPrincipalName")))
    }
}
