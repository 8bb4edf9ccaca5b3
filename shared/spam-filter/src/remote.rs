//! The remote service as the rules see it.

use async_trait::async_trait;
use secrecy::SecretString;
use serde_json::Value;
use spam_classifier::Label;
use spam_service::{Answer, Check, Checked, KeyState, ServiceError, SpamService};

/// A service that knows spam.
#[async_trait]
pub trait RemoteService: Send + Sync {
    /// Whether `key` is valid for the site `blog`; `stored` is the key that the site has so far.
    ///
    /// # Errors
    /// [`ServiceError`].
    async fn verify_key(
        &self,
        key: &SecretString,
        blog: &str,
        stored: Option<&SecretString>,
    ) -> Result<Answer<KeyState>, ServiceError>;

    /// Statistics of the site `blog`.
    ///
    /// # Errors
    /// [`ServiceError`].
    async fn statistics(
        &self,
        key: Option<&SecretString>,
        blog: &str,
        from: &str,
    ) -> Result<Answer<Option<Value>>, ServiceError>;

    /// Checks a text.
    ///
    /// # Errors
    /// [`ServiceError`].
    async fn check(
        &self,
        key: &SecretString,
        checked: &Checked,
    ) -> Result<Answer<Check>, ServiceError>;

    /// Reports what a text really is.
    ///
    /// # Errors
    /// [`ServiceError`].
    async fn submit(
        &self,
        key: &SecretString,
        label: Label,
        checked: &Checked,
    ) -> Result<(), ServiceError>;
}

#[async_trait]
impl RemoteService for SpamService {
    async fn verify_key(
        &self,
        key: &SecretString,
        blog: &str,
        stored: Option<&SecretString>,
    ) -> Result<Answer<KeyState>, ServiceError> {
        Self::verify_key(self, key, blog, stored).await
    }

    async fn statistics(
        &self,
        key: Option<&SecretString>,
        blog: &str,
        from: &str,
    ) -> Result<Answer<Option<Value>>, ServiceError> {
        Self::statistics(self, key, blog, from).await
    }

    async fn check(
        &self,
        key: &SecretString,
        checked: &Checked,
    ) -> Result<Answer<Check>, ServiceError> {
        Self::check(self, key, checked).await
    }

    async fn submit(
        &self,
        key: &SecretString,
        label: Label,
        checked: &Checked,
    ) -> Result<(), ServiceError> {
        match label {
            Label::Spam => self.submit_spam(key, checked).await,
            Label::Ham => self.submit_ham(key, checked).await,
        }
    }
}
