//! Identifiers in query parameters. They begin at 1, as the API description says, so 0 is an invalid value and not the
//! identifier of a record that does not exist.

use crate::code::Code;
use crate::error::ApiError;

/// Refuses 0 as the identifier in the query parameter `name`.
///
/// # Errors
/// 422 `invalid_parameter` with an issue `out_of_range`.
pub fn refuse_zero(name: &str, identifier: Option<u64>) -> Result<(), ApiError> {
    match identifier {
        Some(0) => Err(ApiError::new(Code::InvalidParameter).issue(
            "out_of_range",
            name,
            "O número deve ser 1 ou maior.",
        )),
        _ => Ok(()),
    }
}
