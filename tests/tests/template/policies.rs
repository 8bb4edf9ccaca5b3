//! Policies: one per capability, each expected here in full, and each role with exactly those that its function
//! declares.

use std::collections::BTreeSet;

use ports::Need;
use serde_json::{Value, json};

use crate::document::{of_type, referred, template};
use crate::functions::{binaries, needs};

/// The name of the policy that grants `need` to a function of the platform or of the site.
fn policy_of(need: Need, half: &str) -> String {
    match need {
        Need::BlobsRead => format!("{half}BlobsRead"),
        Need::BlobsWrite => format!("{half}BlobsWrite"),
        other => format!("{other:?}"),
    }
}

/// A policy's name and its statements.
type Policy = (String, Vec<Value>);

fn allow(actions: &[&str], resources: Value) -> Value {
    json!({ "Effect": "Allow", "Action": actions, "Resource": resources })
}

fn arn(resource: &str) -> Value {
    json!({ "Fn::GetAtt": format!("{resource}.Arn") })
}

fn sub(text: &str) -> Value {
    json!({ "Fn::Sub": text })
}

/// The policies of the table of `subject`.
fn table_policies(subject: &str) -> [Policy; 2] {
    let table = format!("{subject}Table");
    let read = allow(
        &[
            "dynamodb:GetItem",
            "dynamodb:BatchGetItem",
            "dynamodb:Query",
        ],
        json!([
            arn(&table),
            sub(&format!("${{{table}.Arn}}/index/by_listing")),
            sub(&format!("${{{table}.Arn}}/index/by_due")),
        ]),
    );
    let write = allow(
        &[
            "dynamodb:PutItem",
            "dynamodb:UpdateItem",
            "dynamodb:DeleteItem",
            "dynamodb:ConditionCheckItem",
        ],
        json!([arn(&table)]),
    );
    [
        (format!("{subject}ItemsRead"), vec![read]),
        (format!("{subject}ItemsWrite"), vec![write]),
    ]
}

/// The policies of the table and of the stored files of one half, `Platform` or `Site`.
fn storage_policies(half: &str) -> Vec<Policy> {
    let mut all = table_policies(half).to_vec();
    let prefix = half.to_lowercase();
    let objects = json!([sub(&format!("${{MediaBucket.Arn}}/{prefix}/*"))]);
    all.push((
        format!("{half}BlobsRead"),
        vec![
            allow(&["s3:GetObject"], objects.clone()),
            allow(&["s3:ListBucket"], json!([arn("MediaBucket")])),
        ],
    ));
    all.push((
        format!("{half}BlobsWrite"),
        vec![allow(&["s3:PutObject", "s3:DeleteObject"], objects)],
    ));
    all
}

/// The policies of the queue of `queue` messages.
fn queue_policies(queue: &str) -> [Policy; 2] {
    let resource = json!([arn(&format!("{queue}Queue"))]);
    let consume = [
        "sqs:ReceiveMessage",
        "sqs:DeleteMessage",
        "sqs:ChangeMessageVisibility",
        "sqs:GetQueueAttributes",
    ];
    [
        (
            format!("Send{queue}"),
            vec![allow(&["sqs:SendMessage"], resource.clone())],
        ),
        (format!("Consume{queue}"), vec![allow(&consume, resource)]),
    ]
}

/// The policy of functions that send mail, through SES or with the credentials of an SMTP server.
fn mail_policy() -> Policy {
    let identities = json!([sub(
        "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:identity/*"
    )]);
    let mut send_mail = allow(&["ses:SendRawEmail"], identities);
    send_mail["Condition"] =
        json!({ "StringEquals": { "ses:FromAddress": { "Ref": "MailFrom" } } });
    let smtp_secret = allow(
        &["secretsmanager:GetSecretValue"],
        json!([sub(
            "arn:${AWS::Partition}:secretsmanager:${AWS::Region}:${AWS::AccountId}:secret:${SmtpSecretName}-??????"
        )]),
    );
    let smtp_secret = json!({ "Fn::If": ["HasSmtp", smtp_secret, { "Ref": "AWS::NoValue" }] });
    ("SendMail".to_owned(), vec![send_mail, smtp_secret])
}

/// Every policy with its statements.
fn expected() -> Vec<Policy> {
    let mut all = Vec::new();
    for half in ["Platform", "Site"] {
        all.extend(storage_policies(half));
    }
    all.extend(table_policies("Log"));
    for queue in ["Publication", "Notification", "Generation", "Search"] {
        all.extend(queue_policies(queue));
    }
    all.push(mail_policy());
    let mut settings = allow(&["dynamodb:GetItem"], json!([arn("PlatformTable")]));
    settings["Condition"] =
        json!({ "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["SETTINGS"] } });
    all.push(("SavedSettings".to_owned(), vec![settings]));
    let private = json!([sub("${MediaBucket.Arn}/site/sites/*/private/*")]);
    all.push((
        "SitePrivateFiles".to_owned(),
        vec![
            allow(&["s3:GetObject", "s3:DeleteObject"], private),
            allow(&["s3:ListBucket"], json!([arn("MediaBucket")])),
        ],
    ));
    let secret = json!([{ "Ref": "KeyRingSecret" }]);
    all.push((
        "KeyRing".to_owned(),
        vec![allow(&["secretsmanager:GetSecretValue"], secret)],
    ));
    let cdn_secret = json!([sub(
        "arn:${AWS::Partition}:secretsmanager:${AWS::Region}:${AWS::AccountId}:secret:${AWS::StackName}/cdn-key-??????"
    )]);
    all.push((
        "CdnKey".to_owned(),
        vec![allow(&["secretsmanager:GetSecretValue"], cdn_secret)],
    ));
    all.push((
        "PublishEvents".to_owned(),
        vec![allow(&["events:PutEvents"], json!([arn("DomainEvents")]))],
    ));
    let groups = "arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group:/pauta/${AWS::StackName}/*";
    let logs = allow(
        &["logs:CreateLogStream", "logs:PutLogEvents"],
        json!([sub(groups)]),
    );
    let central_log = allow(
        &[
            "dynamodb:GetItem",
            "dynamodb:BatchGetItem",
            "dynamodb:PutItem",
            "dynamodb:UpdateItem",
            "dynamodb:ConditionCheckItem",
        ],
        json!([arn("LogTable")]),
    );
    all.push(("WriteLogs".to_owned(), vec![logs, central_log]));
    all
}

#[test]
fn every_policy_grants_exactly_its_capability() {
    let template = template("template.yaml");
    let policies = of_type(&template, "AWS::IAM::ManagedPolicy");
    let expected = expected();
    let names = |names: Vec<&str>| {
        names
            .into_iter()
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(
        names(policies.iter().map(|(name, _)| *name).collect()),
        names(expected.iter().map(|(name, _)| name.as_str()).collect()),
    );
    for (name, statements) in expected {
        let policy = &template["Resources"][&name]["Properties"];
        assert_eq!(
            policy["PolicyDocument"]["Statement"],
            Value::Array(statements),
            "{name}"
        );
    }
}

#[test]
fn every_role_holds_exactly_what_its_function_needs() {
    let template = template("template.yaml");
    let needs = needs();
    for (name, binary) in binaries(&template) {
        let half = if binary.starts_with("site-") {
            "Site"
        } else {
            "Platform"
        };
        let mut wanted: BTreeSet<String> = needs[binary]
            .iter()
            .map(|need| policy_of(*need, half))
            .collect();
        wanted.insert("WriteLogs".to_owned());
        let role = &template["Resources"][format!("{name}Role")]["Properties"];
        let held: BTreeSet<String> = role["ManagedPolicyArns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|policy| referred(policy).to_owned())
            .collect();
        assert_eq!(held, wanted, "{name}");
        assert!(role["Policies"].is_null(), "{name} has inline policies");
        assert!(
            held.len() <= 10,
            "{name}: a role takes ten policies by default"
        );
    }
}

#[test]
fn only_functions_have_roles() {
    let template = template("template.yaml");
    let functions = binaries(&template);
    for (name, _) in of_type(&template, "AWS::IAM::Role") {
        assert!(
            functions.contains_key(name.trim_end_matches("Role")),
            "{name} belongs to no function"
        );
    }
}
