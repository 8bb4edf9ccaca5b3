//! Readings of parameters that several resources share.

use site_rest::Params;

/// Identifiers without their sign, as deployed systems read them.
pub fn ids(params: &Params, name: &str) -> Vec<u64> {
    params
        .integers(name)
        .into_iter()
        .map(i64::unsigned_abs)
        .collect()
}

/// An identifier of the path, whether it is declared as a number or not; none when it is 0.
pub fn path_id(params: &Params, name: &str) -> Option<u64> {
    params
        .id(name)
        .or_else(|| params.text(name)?.parse().ok())
        .filter(|id| *id > 0)
}
