//! A site without content, and a mail server that answers as it is told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use items::Table;
use jiff::SignedDuration;
use ports::MailError;
use site_mail::{
    Attachment, MailTransport, NewPrivateFile, PrivateFiles, ReadyMail, RenderedMail, SiteMails,
};
use site_store::{Parts, Tenant};

pub struct Site {
    pub parts: Parts,
    pub blobs: Arc<MemoryBlobs>,
    pub clock: Arc<SettableClock>,
    pub mails: SiteMails,
    pub files: PrivateFiles,
}

impl Site {
    pub async fn new() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let blobs = Arc::new(MemoryBlobs::default());
        let clock = Arc::new(SettableClock::at("2026-03-04T12:00:00Z".parse().unwrap()));
        let random = Arc::new(SeededRandom::new(3));
        let parts = Parts::new(table, blobs.clone(), clock.clone(), random);
        Self {
            mails: SiteMails::new(parts.clone(), Tenant::main()),
            files: PrivateFiles::new(parts.clone(), Tenant::main()),
            parts,
            blobs,
            clock,
        }
    }

    pub fn advance(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    /// A stored mail without attachments.
    pub async fn queued(&self) -> String {
        let prepared = self.mails.prepare(&rendered(Vec::new()), Some(41), None);
        self.mails.enqueue(prepared.unwrap()).await.unwrap()
    }

    pub async fn due(&self) -> usize {
        let now = ports::Clock::now(&*self.clock);
        let due = SiteMails::due(&self.parts.table, now, 10).await.unwrap();
        due.len()
    }
}

pub fn rendered(attachments: Vec<Attachment>) -> RenderedMail {
    RenderedMail {
        from: "Jardim <site@jardim.example>".to_owned(),
        to: vec![
            "ana@jardim.example".to_owned(),
            "bia@jardim.example".to_owned(),
        ],
        headers: vec![("Reply-To".to_owned(), "caio@leitor.example".to_owned())],
        subject: "[Jardim] \"Mudas de ipê\"".to_owned(),
        body: "Gostaria de três mudas.".to_owned(),
        is_html: true,
        attachments,
    }
}

pub fn file(text: &str) -> NewPrivateFile {
    NewPrivateFile {
        bytes: Bytes::from(text.to_owned()),
        content_type: "text/plain".to_owned(),
    }
}

/// A mail server that gives the prepared answers and then accepts.
#[derive(Default)]
pub struct Server {
    answers: Mutex<VecDeque<MailError>>,
    pub got: Mutex<Vec<ReadyMail>>,
}

impl Server {
    pub fn answering(answers: impl IntoIterator<Item = MailError>) -> Self {
        Self {
            answers: Mutex::new(answers.into_iter().collect()),
            got: Mutex::default(),
        }
    }

    pub fn received(&self) -> usize {
        self.got.lock().unwrap().len()
    }
}

#[async_trait]
impl MailTransport for Server {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        self.got.lock().unwrap().push(mail.clone());
        // Another call gets its turn while this one waits for the server.
        tokio::task::yield_now().await;
        self.answers.lock().unwrap().pop_front().map_or(Ok(()), Err)
    }
}
