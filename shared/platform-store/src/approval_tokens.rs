//! Storage form of approval tokens: a keyed hash for the lookup, and an encrypted copy inside the
//! round, from which the link can be shown again. Read access to the store alone reveals no usable
//! token.

use domain::platform::approval::Approval;
use domain::platform::id::PostId;
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;
use vault::KeyRing;
use vault::seal::SealError;
use vault::token::TokenHash;

/// Domain-separation context of the token hash.
const HASH_CONTEXT: &str = "approval-token";

fn seal_context(post: PostId, round: u32) -> String {
    format!("post/{post}/approval/{round}/token")
}

fn text(token: Uuid) -> SecretString {
    SecretString::from(token.to_string())
}

/// Keyed hash of `token`, under which the store finds its approval round.
pub fn approval_token_hash(keyring: &KeyRing, token: Uuid) -> TokenHash {
    keyring.token_hash(HASH_CONTEXT, &text(token))
}

/// Encrypts `token` for storage in round `round` of `post`.
///
/// # Errors
/// [`SealError`] when encryption fails.
pub fn seal_approval_token(
    keyring: &KeyRing,
    post: PostId,
    round: u32,
    token: Uuid,
    random: &dyn Random,
) -> Result<String, SealError> {
    keyring.seal(&seal_context(post, round), &text(token), random)
}

/// Token of an approval round. `None` when its key is no longer in the key ring, so that it cannot be
/// decrypted, or when the round has closed and its clear-text token was removed.
pub fn approval_token(keyring: &KeyRing, approval: &Approval) -> Option<Uuid> {
    let Some(sealed) = &approval.sealed_token else {
        return approval.clear_token;
    };
    let context = seal_context(approval.post_id, approval.round);
    match keyring.open(&context, sealed) {
        Ok(token) => Uuid::try_parse(token.expose_secret()).ok(),
        Err(error) => {
            tracing::error!(target: "approval", severity = "critical", post_id = %approval.post_id, round = approval.round, %error, "cannot decrypt the token of an approval round");
            None
        }
    }
}
