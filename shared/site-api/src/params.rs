//! Parameters that several resources read in the same way.

use site_rest::Params;

/// Absolute values of identifiers, as deployed systems read them.
pub fn ids(params: &Params, name: &str) -> Vec<u64> {
    params
        .integers(name)
        .into_iter()
        .map(i64::unsigned_abs)
        .collect()
}

/// An identifier in the path, whether declared as a number or not; `None` when it is 0.
pub fn path_id(params: &Params, name: &str) -> Option<u64> {
    params
        .id(name)
        .or_else(|| params.text(name)?.parse().ok())
        .filter(|id| *id > 0)
}
