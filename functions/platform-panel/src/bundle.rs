//! The files of the panel, as the build script embedded them.

/// A file whose name contains a hash of its content.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// Path of its address.
    pub path: &'static str,
    /// `Content-Type`.
    pub content_type: &'static str,
    /// Content.
    pub plain: &'static [u8],
    /// The same, compressed with Brotli.
    pub brotli: &'static [u8],
}

/// The shell and the assets.
#[derive(Debug, Clone, Copy)]
pub struct Bundle {
    /// HTML of the shell; `None` when the crate was built without Node.
    pub shell: Option<&'static str>,
    /// Files that the shell and its scripts load.
    pub assets: &'static [Asset],
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

impl Bundle {
    /// The bundle of this build.
    pub const fn embedded() -> Self {
        EMBEDDED
    }

    /// The asset at a path.
    pub fn asset(&self, path: &str) -> Option<&'static Asset> {
        self.assets.iter().find(|asset| asset.path == path)
    }
}
