//! Every parameter of the interface has a limit of its size (docs/interface/site/requests.md#limits).

#[test]
fn the_size_of_every_parameter_is_limited() {
    let mut missing = Vec::new();
    for route in site_contract::routes() {
        for endpoint in route.endpoints() {
            let declared = endpoint
                .args()
                .iter()
                .chain(endpoint.undescribed_args().iter());
            let declared = declared.map(|arg| arg.schema().unlimited(arg.name()));
            let others = endpoint.other_args().map(|schema| schema.unlimited("*"));
            for place in declared.chain(others).flatten() {
                missing.push(format!("{:?} {}: {place}", endpoint.verb(), route.path()));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "without a limit:\n{}",
        missing.join("\n")
    );
}
