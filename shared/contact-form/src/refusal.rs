//! The errors of the interface.

/// An error answer: status, code and message on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{code}")]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The code.
    pub code: &'static str,
    /// The message.
    pub message: &'static str,
}

const fn forbidden(message: &'static str) -> Refusal {
    Refusal {
        status: 403,
        code: "contactform_forbidden",
        message,
    }
}

/// The caller may not list forms; 403 also for anonymous callers.
pub const MAY_NOT_LIST: Refusal = forbidden("You are not allowed to access contact forms.");

/// The caller may not create forms.
pub const MAY_NOT_CREATE: Refusal = forbidden("You are not allowed to create a contact form.");

/// The caller may not read or change a form, also an unknown one.
pub const MAY_NOT_ACCESS: Refusal =
    forbidden("You are not allowed to access the requested contact form.");

/// A creation names a form that exists.
pub const EXISTS: Refusal = Refusal {
    status: 400,
    code: "contactform_post_exists",
    message: "Cannot create existing contact form.",
};

/// There is no form with this number.
pub const NOT_FOUND: Refusal = Refusal {
    status: 404,
    code: "contactform_not_found",
    message: "The requested contact form was not found.",
};

/// A submission is not `multipart/form-data`.
pub const UNSUPPORTED_MEDIA_TYPE: Refusal = Refusal {
    status: 415,
    code: "contactform_unsupported_media_type",
    message: "The request payload format is not supported.",
};

/// A submission does not say where on a page its form stands.
pub const UNIT_TAG_NOT_FOUND: Refusal = Refusal {
    status: 400,
    code: "contactform_unit_tag_not_found",
    message: "There is no valid unit tag.",
};

/// Whether the content type of a submission is supported; it must begin with `multipart/form-data` in lower case. This
/// is checked before the form is looked up.
pub fn is_supported(content_type: Option<&str>) -> bool {
    content_type.is_some_and(|kind| kind.starts_with("multipart/form-data"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_multipart_in_lower_case_is_supported() {
        assert!(is_supported(Some("multipart/form-data; boundary=x")));
        for bad in [
            None,
            Some("application/json"),
            Some("Multipart/Form-Data"),
            Some(" multipart/form-data"),
        ] {
            assert!(!is_supported(bad), "{bad:?}");
        }
    }

    #[test]
    fn anonymous_callers_are_forbidden_too() {
        for refusal in [MAY_NOT_LIST, MAY_NOT_CREATE, MAY_NOT_ACCESS] {
            assert_eq!(
                (refusal.status, refusal.code),
                (403, "contactform_forbidden")
            );
        }
    }
}
