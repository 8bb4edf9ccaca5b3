//! Tokens of approval rounds at rest. A token is found by its keyed hash, and its link can be shown again
//! from a sealed copy in the round; neither tells it to a reader of the store.

use domain::approval::Approval;
use domain::id::PostId;
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;
use vault::KeyRing;
use vault::seal::SealError;
use vault::token::TokenHash;

/// What the tokens are hashed as.
const HASH_CONTEXT: &str = "approval-token";

fn seal_context(post: PostId, round: u32) -> String {
    format!("post/{post}/approval/{round}/token")
}

fn text(token: Uuid) -> SecretString {
    SecretString::from(token.to_string())
}

/// The hash by which the round of `token` is found.
pub fn approval_token_hash(keyring: &KeyRing, token: Uuid) -> TokenHash {
    keyring.token_hash(HASH_CONTEXT, &text(token))
}

/// `token` sealed for a round of `post`.
///
/// # Errors
/// [`SealError`] when the cipher refuses.
pub fn seal_approval_token(
    keyring: &KeyRing,
    post: PostId,
    round: u32,
    token: Uuid,
    random: &dyn Random,
) -> Result<String, SealError> {
    keyring.seal(&seal_context(post, round), &text(token), random)
}

/// The token of a round; none when it cannot be opened (its key is gone from the ring) or is no longer
/// kept.
pub fn approval_token(keyring: &KeyRing, approval: &Approval) -> Option<Uuid> {
    let Some(sealed) = &approval.sealed_token else {
        return approval.clear_token;
    };
    let context = seal_context(approval.post_id, approval.round);
    match keyring.open(&context, sealed) {
        Ok(token) => Uuid::try_parse(token.expose_secret()).ok(),
        Err(error) => {
            tracing::error!(target: "approval", post_id = %approval.post_id, round = approval.round, %error, "the token of a round cannot be opened");
            None
        }
    }
}
