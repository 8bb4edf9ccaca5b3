//! A remote service for the tests of this crate.

use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use spam_classifier::{Label, Submission};
use spam_service::{
    Alert, Answer, Check, Checked, KeyState, ServiceError, ServiceFailure, Verdict,
};

use crate::judgement::Subject;
use crate::remote::RemoteService;

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Said {
    /// The key, and the stored one.
    Verify(String, Option<String>),
    /// Whether there is a key, and the interval.
    Statistics(bool, String),
    Check(Checked),
    Submit(Label, Checked),
}

#[derive(Default)]
pub(crate) struct FakeService {
    pub(crate) failure: Option<ServiceFailure>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) invalid: bool,
    pub(crate) alert: Option<Alert>,
    pub(crate) statistics: Option<Value>,
    pub(crate) spam: Option<Verdict>,
    pub(crate) recheck_after: Option<Duration>,
    pub(crate) calls: Mutex<Vec<Said>>,
}

pub(crate) fn alert() -> Alert {
    Alert {
        code: "10010".to_owned(),
        message: "Plano inadequado".to_owned(),
        details: [("usage-limit".to_owned(), "5000".to_owned())].into(),
    }
}

pub(crate) fn key() -> SecretString {
    "0123456789ab".into()
}

pub(crate) fn subject(text: &str) -> Subject<'_> {
    Subject {
        submission: Submission {
            text,
            author: "Ana",
            ..Submission::default()
        },
        checked: Checked {
            blog: "https://site.example/".to_owned(),
            comment_author: "Ana".to_owned(),
            comment_content: text.to_owned(),
            ..Checked::default()
        },
        trusted: false,
    }
}

impl FakeService {
    pub(crate) fn failing(failure: ServiceFailure) -> Self {
        Self {
            failure: Some(failure),
            ..Self::default()
        }
    }

    pub(crate) fn said(&self) -> Vec<Said> {
        self.calls.lock().unwrap().clone()
    }

    fn hear(&self, said: Said) -> Result<(), ServiceError> {
        self.calls.lock().unwrap().push(said);
        match self.failure {
            None => Ok(()),
            Some(failure) => Err(ServiceError {
                failure,
                debug_help: Some("ajuda".to_owned()),
                retry_after: self.retry_after,
                alert: self.alert.clone().map(Box::new),
            }),
        }
    }

    fn answer<T>(&self, value: T) -> Answer<T> {
        Answer {
            value,
            alert: self.alert.clone(),
        }
    }
}

#[async_trait]
impl RemoteService for FakeService {
    async fn verify_key(
        &self,
        key: &SecretString,
        _: &str,
        stored: Option<&SecretString>,
    ) -> Result<Answer<KeyState>, ServiceError> {
        let stored = stored.map(|key| key.expose_secret().to_owned());
        self.hear(Said::Verify(key.expose_secret().to_owned(), stored))?;
        Ok(self.answer(if self.invalid {
            KeyState::Invalid {
                debug_help: Some("não existe".to_owned()),
            }
        } else {
            KeyState::Valid
        }))
    }

    async fn statistics(
        &self,
        key: Option<&SecretString>,
        _: &str,
        from: &str,
    ) -> Result<Answer<Option<Value>>, ServiceError> {
        self.hear(Said::Statistics(key.is_some(), from.to_owned()))?;
        Ok(self.answer(self.statistics.clone()))
    }

    async fn check(
        &self,
        _: &SecretString,
        checked: &Checked,
    ) -> Result<Answer<Check>, ServiceError> {
        self.hear(Said::Check(checked.clone()))?;
        Ok(self.answer(Check {
            verdict: self.spam.unwrap_or(Verdict::Ham),
            guid: Some("g1".to_owned()),
            recheck_after: self.recheck_after,
        }))
    }

    async fn submit(
        &self,
        _: &SecretString,
        label: Label,
        checked: &Checked,
    ) -> Result<(), ServiceError> {
        self.hear(Said::Submit(label, checked.clone()))
    }
}
