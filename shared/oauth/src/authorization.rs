//! The request for access, which a person answers on the provider's page.

use secrecy::SecretString;
use url::Url;

/// A client as registered at the provider.
#[derive(Debug, Clone)]
pub struct OAuthClient {
    /// Client identifier; public.
    pub id: String,
    /// Client secret.
    pub secret: SecretString,
}

/// A request for access.
#[derive(Debug, Clone, Copy)]
pub struct Authorization<'a> {
    /// Address that the provider sends the person back to; registered at the provider to the letter.
    pub redirect_uri: &'a Url,
    /// What the person is asked to grant, as the provider writes it.
    pub scopes: &'a [&'a str],
    /// State, returned unchanged.
    pub state: &'a str,
    /// Challenge of a proof key ([`crate::ProofKey::challenge`]).
    pub challenge: Option<&'a str>,
    /// Parameters that only this provider has.
    pub further: &'a [(&'a str, &'a str)],
}

/// The address of the provider's page `page` for a request of `client`.
#[must_use]
pub fn authorization_url(mut page: Url, client: &OAuthClient, request: &Authorization<'_>) -> Url {
    let mut query = page.query_pairs_mut();
    query
        .append_pair("client_id", &client.id)
        .append_pair("redirect_uri", request.redirect_uri.as_str())
        .append_pair("response_type", "code")
        .append_pair("scope", &request.scopes.join(" "))
        .append_pair("state", request.state)
        .extend_pairs(request.further);
    if let Some(challenge) = request.challenge {
        query
            .append_pair("code_challenge", challenge)
            .append_pair("code_challenge_method", "S256");
    }
    drop(query);
    page
}
