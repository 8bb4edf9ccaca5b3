//! OpenAPI parts that are the same for all operations: the error responses that follow from an
//! operation's parameters and body, and the schemas of shared headers. Added once, after the functions'
//! documents are merged; a response that a function documents itself is kept.

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{OpenApi, PathItem, Ref, RefOr, Response, ResponseBuilder};

/// Status, component name, and description of an error response.
type Failure = (&'static str, &'static str, &'static str);

const ALWAYS: [Failure; 2] = [
    (
        "500",
        "Internal",
        "An unexpected error; `request_id` finds it in the logs.",
    ),
    (
        "503",
        "Unavailable",
        "Too busy, or the store does not answer; trying again soon is safe.",
    ),
];
const UNKNOWN: Failure = (
    "404",
    "Unknown",
    "There is no such record within reach, or the path names none.",
);
const BAD_PARAMETER: Failure = ("422", "Refused", "A parameter, header or field is refused.");
const BODY: [Failure; 4] = [
    ("400", "Unreadable", "The body cannot be read."),
    ("413", "TooLarge", "The body is too large."),
    (
        "415",
        "WrongType",
        "The body is not declared as the type it must be.",
    ),
    BAD_PARAMETER,
];

fn response(meaning: &str) -> Response {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorBody")))
        .build();
    ResponseBuilder::new()
        .description(meaning)
        .content("application/json", content)
        .build()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.delete,
        &mut item.patch,
    ]
    .into_iter()
    .flatten()
}

/// Error responses implied by the parameters and the body of an operation.
fn implied(operation: &Operation) -> Vec<Failure> {
    let takes = |place: &ParameterIn| {
        operation
            .parameters
            .iter()
            .flatten()
            .any(|parameter| matches!(parameter, RefOr::T(one) if one.parameter_in == *place))
    };
    let mut all = ALWAYS.to_vec();
    if takes(&ParameterIn::Path) {
        all.push(UNKNOWN);
    }
    if takes(&ParameterIn::Query) {
        all.push(BAD_PARAMETER);
    }
    if operation.request_body.is_some() {
        all.extend(BODY);
    }
    all
}

/// Sets the schema of a header. A header that is not sent is absent, never `null`.
fn describe_header(header: &mut Parameter) {
    let mut schema = ObjectBuilder::new().schema_type(Type::String);
    if header.name == "Idempotency-Key" {
        schema = schema.pattern(Some("^[!-~]{1,255}$"));
    }
    header.schema = Some(schema.into());
}

/// Completes every operation.
pub(crate) fn complete(description: &mut OpenApi) {
    let components = description.components.get_or_insert_default();
    for item in description.paths.paths.values_mut() {
        for operation in operations(item) {
            for parameter in operation.parameters.iter_mut().flatten() {
                if let RefOr::T(header) = parameter
                    && header.parameter_in == ParameterIn::Header
                {
                    describe_header(header);
                }
            }
            for (status, name, meaning) in implied(operation) {
                let declared = &mut operation.responses.responses;
                if !declared.contains_key(status) {
                    declared.insert(status.to_owned(), Ref::from_response_name(name).into());
                    components
                        .responses
                        .entry(name.to_owned())
                        .or_insert_with(|| response(meaning).into());
                }
            }
        }
    }
}
