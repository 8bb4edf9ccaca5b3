//! What the steps of a publication job found out on the host, and what kind of thing stopped it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Step;
use crate::client_notice::ClientNotice;
use crate::host_bound::SearchField;
use crate::host_origin::HostOrigin;
use crate::id::MediaId;
use crate::post::HostCopy;

/// What kind of thing stopped a job; it decides what the author is advised to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The host does not let us in, or not do this: login, rights, address, a blocked interface.
    Access,
    /// The host is away, slow, or failed by itself.
    Host,
    /// The post changed after the client's approval.
    Approval,
    /// The site's address leads to another host than the one that has the post.
    HostMoved,
    /// Anything else: what was sent, what was found, something of ours.
    Other,
}

/// What the steps found out on the host, carried from one step to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Findings {
    /// The featured picture that was put on the host.
    pub media_id: Option<MediaId>,
    /// The state of the post that the host took.
    pub sent: Option<HostCopy>,
    /// The host that the identifiers below belong to.
    pub host_origin: Option<HostOrigin>,
    /// Attachment of the featured picture.
    pub host_media_id: Option<u64>,
    /// Post on the host.
    pub host_post_id: Option<u64>,
    /// Its address.
    pub link: Option<String>,
    /// Whether the host shows it (else it holds it for later, or as a draft).
    pub live: bool,
    /// When the host put it online.
    pub live_at: Option<Timestamp>,
    /// Whether the host missed the schedule and was mended.
    pub missed: bool,
    /// Whether the post was online before this job: it was renewed, and nobody needs to be told.
    pub renewed: bool,
    /// How the client hears of the publication; none while the job has not recorded one.
    pub notice: Option<ClientNotice>,
    /// Fields for search engines that the post has and the host does not take.
    pub search_fields_not_taken: Vec<SearchField>,
    /// What was done over again because the host did not keep it; done once at most.
    pub redone: Vec<Step>,
}
