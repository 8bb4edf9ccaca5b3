//! Tables, bucket and secret: their schema, backups and access.

use domain::platform::media::{UPLOAD_LIFE, UPLOADS};
use serde_json::json;

use crate::document::{of_type, template};

#[test]
fn every_table_has_the_same_schema_and_can_be_restored() {
    let template = template("template.yaml");
    let tables = of_type(&template, "AWS::DynamoDB::Table");
    assert_eq!(tables.len(), 3);
    for (name, table) in tables {
        assert_eq!(
            table["KeySchema"],
            json!([{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }]),
            "{name}"
        );
        let indexes: Vec<_> = table["GlobalSecondaryIndexes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|index| {
                assert_eq!(index["Projection"]["ProjectionType"], "ALL", "{name}");
                let keys = index["KeySchema"].as_array().unwrap();
                let keys: Vec<_> = keys
                    .iter()
                    .map(|key| key["AttributeName"].clone())
                    .collect();
                (index["IndexName"].clone(), json!(keys))
            })
            .collect();
        assert_eq!(
            indexes,
            [
                (json!("by_listing"), json!(["gsi1pk", "gsi1sk"])),
                (json!("by_due"), json!(["due_kind", "due_at"])),
            ],
            "{name}"
        );
        assert_eq!(
            table["TimeToLiveSpecification"],
            json!({ "AttributeName": "expires_at", "Enabled": true })
        );
        assert_eq!(
            table["PointInTimeRecoverySpecification"],
            json!({ "PointInTimeRecoveryEnabled": true })
        );
        assert_eq!(table["BillingMode"], "PAY_PER_REQUEST", "{name}");
        assert_eq!(
            table["DeletionProtectionEnabled"],
            json!({ "Fn::If": ["IsProd", true, false] })
        );
    }
}

#[test]
fn what_holds_data_survives_the_stack() {
    let template = template("template.yaml");
    for kind in [
        "AWS::DynamoDB::Table",
        "AWS::S3::Bucket",
        "AWS::SecretsManager::Secret",
    ] {
        for (name, _) in of_type(&template, kind) {
            let resource = &template["Resources"][name];
            // A value that the stack generates is generated again.
            if !resource["Properties"]["GenerateSecretString"].is_null() {
                continue;
            }
            assert_eq!(resource["DeletionPolicy"], "Retain", "{name}");
            assert_eq!(resource["UpdateReplacePolicy"], "Retain", "{name}");
        }
    }
}

#[test]
fn the_bucket_is_private_and_asks_for_tls() {
    let template = template("template.yaml");
    for (name, bucket) in of_type(&template, "AWS::S3::Bucket") {
        for switch in [
            "BlockPublicAcls",
            "BlockPublicPolicy",
            "IgnorePublicAcls",
            "RestrictPublicBuckets",
        ] {
            assert_eq!(
                bucket["PublicAccessBlockConfiguration"][switch], true,
                "{name}"
            );
        }
        assert!(bucket["BucketEncryption"].is_object(), "{name}");
        let rules = bucket["LifecycleConfiguration"]["Rules"]
            .as_array()
            .unwrap();
        assert!(
            rules
                .iter()
                .any(|rule| rule["AbortIncompleteMultipartUpload"].is_object()),
            "{name}"
        );
        let policy = of_type(&template, "AWS::S3::BucketPolicy")
            .into_iter()
            .find(|(_, policy)| policy["Bucket"]["Ref"] == name)
            .unwrap();
        let statement = &policy.1["PolicyDocument"]["Statement"][0];
        assert_eq!(statement["Effect"], "Deny");
        assert_eq!(
            statement["Condition"],
            json!({ "Bool": { "aws:SecureTransport": "false" } })
        );
    }
}

#[test]
fn the_bucket_clears_uploads_and_lets_the_platforms_pages_reach_it() {
    let template = template("template.yaml");
    let bucket = &template["Resources"]["MediaBucket"]["Properties"];
    let rules = bucket["LifecycleConfiguration"]["Rules"]
        .as_array()
        .unwrap();
    let expiring: Vec<_> = rules
        .iter()
        .filter(|rule| !rule["ExpirationInDays"].is_null())
        .collect();
    let [rule] = expiring.as_slice() else {
        panic!("pictures are never removed by age: {expiring:?}")
    };
    let prefix = &template["Resources"]["PlatformMedia"]["Properties"]["Environment"]["Variables"]
        ["MEDIA_PREFIX"];
    let staged = format!("{}{UPLOADS}", prefix.as_str().unwrap());
    assert_eq!(rule["Prefix"], staged);
    assert_eq!(rule["Status"], "Enabled");
    let days = rule["ExpirationInDays"].as_i64().unwrap();
    assert!(
        days * 24 >= UPLOAD_LIFE.as_hours(),
        "removed before its time is over"
    );
    assert_eq!(rule["NoncurrentVersionExpiration"]["NoncurrentDays"], 1);

    let public = &template["Outputs"]["PlatformUrl"]["Value"];
    assert_eq!(
        bucket["CorsConfiguration"]["CorsRules"],
        json!([{
            "AllowedOrigins": [public],
            "AllowedMethods": ["GET", "PUT"],
            "AllowedHeaders": ["content-type"],
            "MaxAge": 3600,
        }])
    );
}

#[test]
fn no_secret_value_stands_in_the_template() {
    let template = template("template.yaml");
    for (name, secret) in of_type(&template, "AWS::SecretsManager::Secret") {
        assert!(secret["SecretString"].is_null(), "{name}");
    }
}
