//! A site with an administrator, its forms, and submissions.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use form_store::{
    Consent, Correction, FormStore, JudgedMessage, NewSubmission, SpamVerdict, SubmissionStatus,
    Upload,
};
use items::Table;
use jiff::SignedDuration;
use ports::MailError;
use serde_json::json;
use site_mail::{Attachment, MailTransport, NewPrivateFile, ReadyMail, RenderedMail, StagedFiles};
use site_store::{Parts, SiteStore, Sites, Tenant};
use vault::KeyRing;

pub struct TestSite {
    pub parts: Parts,
    pub blobs: Arc<MemoryBlobs>,
    pub clock: Arc<SettableClock>,
    pub site: SiteStore,
    pub forms: FormStore,
    pub keyring: Arc<KeyRing>,
}

impl TestSite {
    pub async fn new() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let blobs = Arc::new(MemoryBlobs::default());
        let clock = Arc::new(SettableClock::at("2026-03-04T12:00:00Z".parse().unwrap()));
        let random = Arc::new(SeededRandom::new(5));
        let parts = Parts::new(table, blobs.clone(), clock.clone(), random);
        let keyring = Arc::new(KeyRing::generate(&SeededRandom::new(6)));
        let site = Sites::new(parts.clone()).site(&Tenant::main()).unwrap();
        Self {
            forms: FormStore::new(parts.clone(), Tenant::main(), keyring.clone()),
            parts,
            blobs,
            clock,
            site,
            keyring,
        }
    }

    /// The forms of another tenant in the same table.
    pub fn of(&self, tenant: &str) -> FormStore {
        let tenant = tenant.parse().unwrap();
        FormStore::new(self.parts.clone(), tenant, self.keyring.clone())
    }

    pub fn advance(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    pub async fn staged(&self, texts: &[&str]) -> StagedFiles {
        let file = |text: &&str| NewPrivateFile {
            bytes: Bytes::from((*text).to_owned()),
            content_type: "text/plain".to_owned(),
        };
        let files = texts.iter().map(file).collect();
        self.forms.files.stage(files).await.unwrap()
    }

    /// Stores a submission without mails and files.
    pub async fn stored(&self, form: u64, address: &str) -> u64 {
        // Submissions of one millisecond are in the order of random numbers.
        self.clock.advance(SignedDuration::from_millis(1));
        let new = submission(form, address);
        let appended = self.forms.append(new, None, None).await.unwrap();
        appended.id.unwrap()
    }
}

/// A submission without mails and files.
pub fn submission(form: u64, address: &str) -> NewSubmission {
    NewSubmission {
        form,
        form_title: format!("Contato {form}"),
        status: SubmissionStatus::Sent,
        fields: vec![
            ("your-name".to_owned(), json!("Ana")),
            ("cores".to_owned(), json!(["verde", "azul"])),
        ],
        uploads: Vec::new(),
        addresses: vec![address.to_owned()],
        spam: Some(SpamVerdict {
            is_spam: false,
            judged_by: "built-in".to_owned(),
            reason: "0.02".to_owned(),
        }),
        judged: JudgedMessage {
            name: "Ana".to_owned(),
            email: address.to_owned(),
            url: "https://ana.example/".to_owned(),
            content: "Bom dia".to_owned(),
        },
        held: Vec::new(),
        consents: vec![Consent {
            field: "aceite".to_owned(),
            text: "Concordo com a resposta por e-mail.".to_owned(),
            is_given: true,
        }],
        facts: BTreeMap::from([(
            "url".to_owned(),
            "https://jardim.example/contato".to_owned(),
        )]),
        mails: Vec::new(),
    }
}

/// A submission with a mail to which the staged files are attached.
pub fn with_files(form: u64, address: &str, staged: &StagedFiles) -> NewSubmission {
    let mut new = submission(form, address);
    new.status = SubmissionStatus::Queued;
    let uploads = staged.blobs.iter().enumerate();
    new.uploads = uploads
        .map(|(place, blob)| Upload {
            field: format!("arquivo-{place}"),
            file_name: format!("{place}.txt"),
            content_type: "text/plain".to_owned(),
            bytes: 7,
            blob: blob.clone(),
        })
        .collect();
    new.mails = vec![mail(staged)];
    new
}

/// A mail to which the staged files are attached.
pub fn mail(staged: &StagedFiles) -> RenderedMail {
    let attachments = staged.blobs.iter().map(|blob| Attachment {
        file_name: "anexo.txt".to_owned(),
        content_type: "text/plain".to_owned(),
        blob: blob.clone(),
    });
    RenderedMail {
        from: "site@jardim.example".to_owned(),
        to: vec!["equipe@jardim.example".to_owned()],
        headers: vec![("Reply-To".to_owned(), "ana@leitora.example".to_owned())],
        subject: "Contato".to_owned(),
        body: "Bom dia".to_owned(),
        is_html: false,
        attachments: attachments.collect(),
    }
}

/// A mail server that gives every mail the same answer.
pub enum Server {
    Accepts,
    Refuses,
    Loses,
}

#[async_trait]
impl MailTransport for Server {
    async fn send(&self, _: &ReadyMail) -> Result<(), MailError> {
        match self {
            Self::Accepts => Ok(()),
            Self::Refuses => Err(MailError::Refused("550 no such user".to_owned())),
            Self::Loses => Err(MailError::UnknownOutcome("connection lost".to_owned())),
        }
    }
}

/// A verdict of a person who teaches the filter.
pub fn by_ana(is_spam: bool) -> Correction {
    Correction {
        is_spam,
        judged_by: "ana".to_owned(),
        teaches: true,
        report: None,
    }
}
