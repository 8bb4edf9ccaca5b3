//! Results of the steps of a publication job, and the category of its last failure.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Step;
use crate::platform::body_form::BodyForm;
use crate::platform::client_notice::ClientNotice;
use crate::platform::host_origin::HostOrigin;
use crate::platform::id::MediaId;
use crate::platform::post::HostCopy;
use crate::platform::search_field::SearchField;

/// Category of a failure; it determines the advice to the author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The host denies access: login, permissions, address, or a blocked interface.
    Access,
    /// The host is unreachable, slow, or failed by itself.
    Host,
    /// The post changed after the client's approval.
    Approval,
    /// The site's address leads to another host than the one that has the post.
    HostMoved,
    /// Any other cause: the request, the host's data, or a defect in Pauta.
    Other,
}

/// Results of the steps on the host, passed from one step to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Findings {
    /// The featured image that was uploaded to the host.
    pub media_id: Option<MediaId>,
    /// The state of the post that the host accepted.
    pub sent: Option<HostCopy>,
    /// Form of the body that the host accepted.
    pub body_form: Option<BodyForm>,
    /// The host that the identifiers below belong to.
    pub host_origin: Option<HostOrigin>,
    /// Attachment id of the featured image.
    pub host_media_id: Option<u64>,
    /// Post id on the host.
    pub host_post_id: Option<u64>,
    /// URL of the post on the host.
    pub link: Option<String>,
    /// Whether the post is published on the host (otherwise it is scheduled or a draft).
    pub live: bool,
    /// When the host published the post.
    pub live_at: Option<Timestamp>,
    /// Whether the host missed the schedule and the job published the post.
    pub missed: bool,
    /// Whether the post was online before this job, so that the job updated it and the client is not
    /// notified again.
    pub renewed: bool,
    /// How the client is notified; `None` until the job has recorded it.
    pub notice: Option<ClientNotice>,
    /// Search engine fields that have a value and that the host does not accept.
    pub search_fields_not_taken: Vec<SearchField>,
    /// Custom fields of the FAQ that the host does not show with the values that were sent.
    pub faq_fields_lost: Vec<String>,
    /// Steps that were redone because the host did not keep their result; each step is redone at most once.
    pub redone: Vec<Step>,
}
