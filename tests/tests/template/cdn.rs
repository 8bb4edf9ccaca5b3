//! The content delivery network: which functions know its key, and which files of the bucket it may read.

use site_store::Tenant;

use crate::document::{of_type, template};
use crate::functions::binaries;

#[test]
fn the_http_functions_of_the_site_know_the_key() {
    let template = template("template.yaml");
    for (function, binary) in binaries(&template) {
        let variables = &template["Resources"][function]["Properties"]["Environment"]["Variables"];
        let serves = binary.starts_with("site-") && binary != "site-tick";
        assert_eq!(
            !variables["SITE_CDN_SECRET_ID"].is_null(),
            serves,
            "{binary}"
        );
    }
}

#[test]
fn it_reads_the_uploads_of_the_first_site_and_no_other_file() {
    let template = template("template.yaml");
    let prefix = &template["Resources"]["SitePages"]["Properties"]["Environment"]["Variables"]["MEDIA_PREFIX"];
    let site = format!("{}sites/{}", prefix.as_str().unwrap(), Tenant::main());
    let policy = of_type(&template, "AWS::S3::BucketPolicy")[0].1;
    let statement = &policy["PolicyDocument"]["Statement"][1]["Fn::If"][1];
    assert_eq!(statement["Action"], "s3:GetObject");
    assert_eq!(
        statement["Resource"]["Fn::Sub"],
        format!("${{MediaBucket.Arn}}/{site}/uploads/*")
    );
    assert!(statement["Condition"]["StringEquals"]["aws:SourceArn"].is_object());

    let nested = crate::document::template("cdn.yaml");
    let config = &nested["Resources"]["Distribution"]["Properties"]["DistributionConfig"];
    let origin = config["Origins"]
        .as_array()
        .unwrap()
        .iter()
        .find(|origin| origin["Id"] == "uploads")
        .unwrap();
    assert_eq!(origin["OriginPath"], format!("/{site}"));
    let behavior = &config["CacheBehaviors"][0];
    assert_eq!(behavior["PathPattern"], "/uploads/*");
    assert_eq!(behavior["TargetOriginId"], "uploads");
}

#[test]
fn a_login_is_part_of_the_key_of_the_cache() {
    let nested = template("cdn.yaml");
    let policy = &nested["Resources"]["SiteCache"]["Properties"]["CachePolicyConfig"];
    assert_eq!(policy["DefaultTTL"], 0);
    let headers = &policy["ParametersInCacheKeyAndForwardedToOrigin"]["HeadersConfig"]["Headers"];
    assert_eq!(headers, &serde_json::json!(["Authorization", "Origin"]));
}
