//! Accounts of a provider, consents, and the tokens that they lead to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The account that is signed in unless a test says otherwise.
const ACCOUNT: &str = "contas@agencia.test";

/// What a person does on the consent screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consent {
    /// Allows everything.
    Granted,
    /// Cancels.
    Denied,
    /// Removes the tick of a scope.
    Without(String),
    /// Allows everything to a client that has access already: there is no refresh token.
    Again,
}

/// An authorization code.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub(crate) client: String,
    pub(crate) redirect_uri: String,
    pub(crate) scopes: BTreeSet<String>,
    /// Whether a refresh token comes with it.
    pub(crate) offline: bool,
    /// Challenge of a proof key (RFC 7636, `S256`).
    pub(crate) challenge: Option<String>,
    pub(crate) account: String,
}

/// What an account allows a client.
#[derive(Debug, Clone)]
pub(crate) struct Grant {
    pub(crate) client: String,
    pub(crate) account: String,
    pub(crate) scopes: BTreeSet<String>,
    revoked: bool,
}

struct Access {
    grant: usize,
    expired: bool,
}

/// Accounts and tokens.
pub(crate) struct Accounts {
    account: String,
    consents: VecDeque<Consent>,
    codes: BTreeMap<String, Code>,
    grants: Vec<Grant>,
    refresh: BTreeMap<String, usize>,
    access: BTreeMap<String, Access>,
}

impl Default for Accounts {
    fn default() -> Self {
        Self {
            account: ACCOUNT.to_owned(),
            consents: VecDeque::new(),
            codes: BTreeMap::new(),
            grants: Vec::new(),
            refresh: BTreeMap::new(),
            access: BTreeMap::new(),
        }
    }
}

impl Accounts {
    pub(crate) fn sign_in(&mut self, email: &str) {
        email.clone_into(&mut self.account);
    }

    pub(crate) fn account(&self) -> &str {
        &self.account
    }

    pub(crate) fn queue_consent(&mut self, consent: Consent) {
        self.consents.push_back(consent);
    }

    pub(crate) fn next_consent(&mut self) -> Consent {
        self.consents.pop_front().unwrap_or(Consent::Granted)
    }

    pub(crate) fn forget_consents(&mut self) {
        self.consents.clear();
    }

    pub(crate) fn add_code(&mut self, text: String, code: Code) {
        self.codes.insert(text, code);
    }

    /// The meaning of a code, which ends with it.
    pub(crate) fn take_code(&mut self, text: &str) -> Option<Code> {
        self.codes.remove(text)
    }

    pub(crate) fn add_grant(&mut self, code: Code) -> usize {
        self.grants.push(Grant {
            client: code.client,
            account: code.account,
            scopes: code.scopes,
            revoked: false,
        });
        self.grants.len() - 1
    }

    pub(crate) fn add_refresh_token(&mut self, token: String, grant: usize) {
        self.refresh.insert(token, grant);
    }

    pub(crate) fn add_access_token(&mut self, token: String, grant: usize) {
        let expired = false;
        self.access.insert(token, Access { grant, expired });
    }

    fn live(&self, grant: usize) -> Option<&Grant> {
        self.grants.get(grant).filter(|grant| !grant.revoked)
    }

    /// The grant of a refresh token that is alive, with its number.
    pub(crate) fn refreshed(&self, token: &str) -> Option<(usize, &Grant)> {
        let number = *self.refresh.get(token)?;
        Some((number, self.live(number)?))
    }

    /// The grant of an access token that is alive.
    pub(crate) fn allowed(&self, token: &str) -> Option<&Grant> {
        let access = self.access.get(token).filter(|access| !access.expired)?;
        self.live(access.grant)
    }

    /// Revokes the grant of a token of either kind; `false` when there is none.
    pub(crate) fn revoke(&mut self, token: &str) -> bool {
        let access = self.access.get(token).map(|access| access.grant);
        let number = self.refresh.get(token).copied().or(access);
        match number.and_then(|number| self.grants.get_mut(number)) {
            Some(grant) if !grant.revoked => {
                grant.revoked = true;
                true
            }
            _ => false,
        }
    }

    pub(crate) fn revoke_all(&mut self) {
        for grant in &mut self.grants {
            grant.revoked = true;
        }
    }

    pub(crate) fn expire_access_tokens(&mut self) {
        for access in self.access.values_mut() {
            access.expired = true;
        }
    }

    /// Number of refresh tokens that are alive.
    pub(crate) fn live_grants(&self) -> usize {
        let live = |number: &&usize| self.live(**number).is_some();
        self.refresh.values().filter(live).count()
    }
}
