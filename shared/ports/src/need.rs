//! Capabilities that a function requires. Every function declares them next to its router; a test compares
//! them with the policies of the deployment template.

/// One capability of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// Read items of the platform's table.
    PlatformItemsRead,
    /// Write items of the platform's table.
    PlatformItemsWrite,
    /// Read the saved settings, and nothing else of the platform's table.
    SavedSettings,
    /// Read items of the site's table.
    SiteItemsRead,
    /// Write items of the site's table.
    SiteItemsWrite,
    /// Read items of the central log's table.
    LogItemsRead,
    /// Write items of the central log's table.
    LogItemsWrite,
    /// Send to the publication queue.
    SendPublication,
    /// Send to the notification queue.
    SendNotification,
    /// Send to the generation queue.
    SendGeneration,
    /// Send to the search queue.
    SendSearch,
    /// Consume the publication queue.
    ConsumePublication,
    /// Consume the notification queue.
    ConsumeNotification,
    /// Consume the generation queue.
    ConsumeGeneration,
    /// Consume the search queue.
    ConsumeSearch,
    /// Read media of the blob store.
    BlobsRead,
    /// Write and remove media of the blob store.
    BlobsWrite,
    /// Read and remove private files of the site, such as attachments of its mails.
    SitePrivateFiles,
    /// Read the key ring.
    KeyRing,
    /// Read the key of the content delivery network before the site.
    CdnKey,
    /// Send mail.
    SendMail,
    /// Publish domain events.
    PublishEvents,
}
