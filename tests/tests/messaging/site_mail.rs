//! Mails of the content site over the mail server of the settings: each is sent once, and its outcome reaches the form
//! submission that caused it.

use std::collections::BTreeMap;

use bytes::Bytes;
use form_store::{Appended, FormStore, JudgedMessage, NewSubmission, SubmissionStatus};
use jiff::SignedDuration;
use ports::WorkMessage;
use serde_json::json;
use service_fakes::Service;
use site_mail::{Attachment, MailState, NewPrivateFile, RenderedMail, SiteMail};
use site_store::Tenant;

use crate::agency::Agency;

/// Recipient of the mails.
const OWNER: &str = "ana@jardim.example";

fn rendered(to: &[&str], attachments: Vec<Attachment>) -> RenderedMail {
    RenderedMail {
        from: "Jardim <site@jardim.example>".to_owned(),
        to: to.iter().map(|&to| to.to_owned()).collect(),
        headers: vec![("Reply-To".to_owned(), "davi@leitor.example".to_owned())],
        subject: "Mudas".to_owned(),
        body: "Gostaria de mudas.".to_owned(),
        is_html: false,
        attachments,
    }
}

fn forms(agency: &Agency) -> FormStore {
    let parts = &agency.prepared.app.parts;
    let site = local::site::store_parts(parts);
    FormStore::new(site, Tenant::main(), parts.keyring.clone())
}

/// Stores a submission with this mail, as a form does.
async fn submit(agency: &Agency, mail: RenderedMail) -> Appended {
    let new = NewSubmission {
        form: 7,
        form_title: "Contato".to_owned(),
        status: SubmissionStatus::Queued,
        fields: vec![("mensagem".to_owned(), json!("Gostaria de mudas."))],
        uploads: Vec::new(),
        addresses: vec!["davi@leitor.example".to_owned()],
        spam: None,
        judged: JudgedMessage::default(),
        held: Vec::new(),
        consents: Vec::new(),
        facts: BTreeMap::from([("ip".to_owned(), "192.0.2.7".to_owned())]),
        mails: vec![mail],
    };
    forms(agency).append(new, None, None).await.unwrap()
}

/// Stores a submission with this mail and announces the mail.
async fn announced(agency: &Agency, mail: RenderedMail) -> Appended {
    let stored = submit(agency, mail).await;
    let queue = &agency.prepared.app.parts.work;
    forms(agency).mails.announce(&**queue, &stored.mails).await;
    stored
}

/// The mail and the status of its submission.
async fn outcome(agency: &Agency, stored: &Appended) -> (SiteMail, SubmissionStatus) {
    let forms = forms(agency);
    let mail = forms.mails.read(&stored.mails[0]).await.unwrap().unwrap();
    let id = stored.id.unwrap();
    let submission = forms.submission(id).await.unwrap().unwrap();
    (mail, submission.status)
}

/// Runs the site's tick and what it announces, this many seconds later.
async fn tick_after(agency: &Agency, seconds: i64) -> site_tick::Report {
    let prepared = &agency.prepared;
    prepared
        .app
        .clock
        .advance(SignedDuration::from_secs(seconds));
    let report = site_tick::run(&prepared.workers().site).await.unwrap();
    prepared.work().await;
    report
}

#[tokio::test]
async fn a_mail_whose_message_comes_twice_is_sent_once() {
    let agency = Agency::open(Service::Evolution).await;
    let second = "bia@jardim.example";
    let stored = announced(&agency, rendered(&[OWNER, second], Vec::new())).await;
    let again = WorkMessage::SiteMail {
        tenant: Tenant::main().to_string(),
        mail_id: stored.mails[0].clone(),
    };
    agency.prepared.app.parts.work.send(&again).await.unwrap();
    agency.prepared.work().await;
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!((mail.state, mail.attempts), (MailState::Sent, 1));
    assert_eq!(status, SubmissionStatus::Sent);
    let received = agency.mails.mails_to(OWNER);
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].to, [OWNER, second]);
    assert_eq!(received[0].from, "agencia@agencia.test");
    for line in [
        "From: Jardim <site@jardim.example>\n",
        "Reply-To: davi@leitor.example\n",
        "Subject: Mudas\n",
    ] {
        assert!(received[0].text.contains(line), "{}", received[0].text);
    }
    agency.close();
}

#[tokio::test]
async fn a_refused_mail_has_failed_with_the_servers_words_for_every_recipient() {
    let agency = Agency::open(Service::Evolution).await;
    let refused = rendered(&[OWNER, "bounce@jardim.example"], Vec::new());
    let stored = announced(&agency, refused).await;
    agency.prepared.work().await;
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!((mail.state, mail.attempts), (MailState::Failed, 1));
    assert!(mail.error.unwrap().contains("550"));
    assert_eq!(status, SubmissionStatus::Failed);
    assert_eq!(agency.mails.mails_to(OWNER), []);
    agency.close();
}

#[tokio::test]
async fn a_mail_whose_answer_is_lost_is_uncertain_and_not_repeated() {
    let agency = Agency::open(Service::Evolution).await;
    let lost = "drop@jardim.example";
    let stored = announced(&agency, rendered(&[lost], Vec::new())).await;
    agency.prepared.work().await;
    tick_after(&agency, 3600).await;
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!((mail.state, mail.attempts), (MailState::Uncertain, 1));
    assert_eq!(status, SubmissionStatus::Uncertain);
    assert_eq!(agency.mails.mails_to(lost).len(), 1);
    agency.close();
}

#[tokio::test]
async fn a_mail_that_a_server_cannot_take_now_is_repeated_by_the_tick() {
    let agency = Agency::open(Service::Evolution).await;
    // Nothing listens on this port.
    agency.save(json!({ "SMTP_PORT": "9" })).await;
    let stored = announced(&agency, rendered(&[OWNER], Vec::new())).await;
    agency.prepared.work().await;
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!((mail.state, mail.attempts), (MailState::Queued, 1));
    assert_eq!(status, SubmissionStatus::Queued);
    let port = agency.mails.port().to_string();
    agency.save(json!({ "SMTP_PORT": port })).await;
    assert_eq!(tick_after(&agency, 29).await.mails, 0);
    assert_eq!(tick_after(&agency, 1).await.mails, 1);
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!((mail.state, mail.attempts), (MailState::Sent, 2));
    assert_eq!(status, SubmissionStatus::Sent);
    assert_eq!(agency.mails.mails_to(OWNER).len(), 1);
    agency.close();
}

#[tokio::test]
async fn a_server_that_never_takes_a_mail_fails_it_after_the_last_attempt() {
    let agency = Agency::open(Service::Evolution).await;
    let stored = announced(&agency, rendered(&["later@jardim.example"], Vec::new())).await;
    agency.prepared.work().await;
    for seconds in [30, 300, 1800] {
        let (_, status) = outcome(&agency, &stored).await;
        assert_eq!(status, SubmissionStatus::Queued);
        assert_eq!(tick_after(&agency, seconds).await.mails, 1);
    }
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!((mail.state, mail.attempts), (MailState::Failed, 4));
    assert_eq!(status, SubmissionStatus::Failed);
    assert_eq!(agency.mails.mails(), []);
    agency.close();
}

#[tokio::test]
async fn a_mail_whose_message_was_lost_is_found_by_the_tick() {
    let agency = Agency::open(Service::Evolution).await;
    let stored = submit(&agency, rendered(&[OWNER], Vec::new())).await;
    assert_eq!(tick_after(&agency, 59).await.mails, 0);
    assert_eq!(tick_after(&agency, 1).await.mails, 1);
    let (mail, status) = outcome(&agency, &stored).await;
    assert_eq!(mail.state, MailState::Sent);
    assert_eq!(status, SubmissionStatus::Sent);
    assert_eq!(agency.mails.mails_to(OWNER).len(), 1);
    agency.close();
}

#[tokio::test]
async fn attachments_arrive_and_files_of_no_mail_are_removed() {
    let agency = Agency::open(Service::Evolution).await;
    let forms = forms(&agency);
    let file = |text: &'static str| NewPrivateFile {
        bytes: Bytes::from_static(text.as_bytes()),
        content_type: "text/plain".to_owned(),
    };
    let attached = forms
        .files
        .stage(vec![file("lista de mudas")])
        .await
        .unwrap();
    let orphan = forms.files.stage(vec![file("sem mensagem")]).await.unwrap();
    let attachment = Attachment {
        file_name: "mudas.txt".to_owned(),
        content_type: "text/plain".to_owned(),
        blob: attached.blobs[0].clone(),
    };
    let mail = rendered(&[OWNER], vec![attachment]);
    let prepared = forms.mails.prepare(&mail, None, Some(&attached)).unwrap();
    let id = forms.mails.enqueue(prepared).await.unwrap();
    let queue = &agency.prepared.app.parts.work;
    forms.mails.announce(&**queue, &[id]).await;
    agency.prepared.work().await;
    let received = agency.mails.mails_to(OWNER);
    let [received] = received.as_slice() else {
        panic!("{received:?}");
    };
    for line in [
        "Content-Disposition: attachment; filename=\"mudas.txt\"\n",
        "\nbGlzdGEgZGUgbXVkYXM=\n",
    ] {
        assert!(received.text.contains(line), "{}", received.text);
    }
    // The mail's own file went with its end; the orphan goes after an hour.
    assert_eq!(forms.files.read(&attached.blobs[0]).await.unwrap(), None);
    assert_eq!(tick_after(&agency, 3599).await.removals, 0);
    assert!(forms.files.read(&orphan.blobs[0]).await.unwrap().is_some());
    assert_eq!(tick_after(&agency, 1).await.removals, 1);
    assert_eq!(forms.files.read(&orphan.blobs[0]).await.unwrap(), None);
    agency.close();
}
