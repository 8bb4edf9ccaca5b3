//! Queues, rules and alarms: each has a target, and failures raise an alarm.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::document::{attribute_of, of_type, referred, template};
use crate::functions::{binaries, timeout};

/// The event sources of one type: function and source.
fn sources<'a>(template: &'a Value, kind: &str) -> Vec<(&'a str, &'a Value)> {
    binaries(template)
        .into_keys()
        .flat_map(|function| {
            let events = template["Resources"][function]["Properties"]["Events"].as_object();
            events
                .into_iter()
                .flat_map(move |events| events.values().map(move |event| (function, event)))
        })
        .filter(|(_, event)| event["Type"] == kind)
        .map(|(function, event)| (function, &event["Properties"]))
        .collect()
}

/// The work queues, and the names of the dead-letter queues.
fn work_queues(template: &Value) -> (Vec<(&str, &Value)>, BTreeSet<&str>) {
    let queues = of_type(template, "AWS::SQS::Queue");
    let (work, dead): (Vec<_>, Vec<_>) = queues
        .into_iter()
        .partition(|(_, queue)| queue["RedrivePolicy"].is_object());
    (work, dead.into_iter().map(|(name, _)| name).collect())
}

#[test]
fn every_queue_has_a_consumer_and_a_place_for_dead_letters() {
    let template = template("template.yaml");
    let (work, dead) = work_queues(&template);
    let consumers = sources(&template, "SQS");
    let mut used = BTreeSet::new();
    for (name, queue) in &work {
        let letters = attribute_of(&queue["RedrivePolicy"]["deadLetterTargetArn"], "Arn");
        assert!(dead.contains(letters), "{name}");
        used.insert(letters);
        assert_eq!(
            queue["RedrivePolicy"]["maxReceiveCount"],
            ports::MAX_DELIVERIES,
            "{name}: the worker says which delivery is the last one"
        );
        let kept = |queue: &Value| queue["MessageRetentionPeriod"].as_u64().unwrap();
        let letters = &template["Resources"][letters]["Properties"];
        assert!(
            kept(letters) > kept(queue),
            "{name}: dead letters keep the age of the message"
        );

        let own: Vec<_> = consumers
            .iter()
            .filter(|(_, source)| attribute_of(&source["Queue"], "Arn") == *name)
            .collect();
        let [(function, source)] = own.as_slice() else {
            panic!("{name} has {} consumers", own.len())
        };
        assert_eq!(
            source["FunctionResponseTypes"],
            json!(["ReportBatchItemFailures"]),
            "{name}"
        );
        let hidden = queue["VisibilityTimeout"].as_u64().unwrap();
        assert!(
            hidden >= 6 * timeout(&template, function),
            "{name}: {hidden} s for {function}"
        );
        let consume = format!("Consume{}", name.trim_end_matches("Queue"));
        let role =
            &template["Resources"][format!("{function}Role")]["Properties"]["ManagedPolicyArns"];
        assert!(
            role.as_array()
                .unwrap()
                .iter()
                .any(|policy| referred(policy) == consume),
            "{function}"
        );
    }
    assert_eq!(
        used, dead,
        "every queue without redrive is some queue's place for dead letters, of one only"
    );
    assert_eq!(consumers.len(), work.len());
}

#[test]
fn a_worker_ends_by_itself_before_it_is_killed_and_before_its_lease_ends() {
    let template = template("template.yaml");
    for (function, source) in sources(&template, "SQS") {
        let limit = timeout(&template, function);
        let batch = source["BatchSize"].as_u64().unwrap();
        let work = domain::platform::publication::WORK_LIMIT
            .unsigned_abs()
            .as_secs();
        assert!(
            batch * work < limit,
            "{function}: {batch} jobs of {work} s in {limit} s"
        );
        // The generation worker renews its lease while it works.
        if function == "GenerationWorker" {
            continue;
        }
        for lease in [
            domain::platform::publication::LEASE,
            domain::platform::notification::LEASE,
        ] {
            assert!(limit < lease.unsigned_abs().as_secs(), "{function}");
        }
    }
}

#[test]
fn every_tick_runs_every_minute_and_that_of_the_log_every_hour() {
    let template = template("template.yaml");
    let scheduled: BTreeSet<_> = sources(&template, "Schedule")
        .into_iter()
        .map(|(function, source)| {
            let (schedule, seconds) = match function {
                "LogTick" => ("rate(1 hour)", 3600),
                _ => ("rate(1 minute)", 60),
            };
            assert_eq!(source["Schedule"], schedule, "{function}");
            assert!(
                timeout(&template, function) < seconds,
                "{function} must end before the next begins"
            );
            function
        })
        .collect();
    let ticks: BTreeSet<_> = binaries(&template)
        .into_iter()
        .filter(|(_, binary)| binary.ends_with("-tick"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(scheduled, ticks);
}

#[test]
fn every_function_but_the_intake_itself_reports_crashes_and_time_outs_to_the_intake() {
    let template = template("template.yaml");
    let reporting: BTreeSet<_> = of_type(&template, "AWS::Logs::SubscriptionFilter")
        .into_iter()
        .map(|(name, filter)| {
            assert_eq!(
                filter["FilterPattern"], r#"?"Task timed out after" ?"Runtime exited""#,
                "{name}: the phrases that log-intake reads"
            );
            assert_eq!(attribute_of(&filter["DestinationArn"], "Arn"), "LogIntake");
            assert_eq!(
                template["Resources"][name]["DependsOn"],
                "LogIntakePermission"
            );
            referred(&filter["LogGroupName"])
        })
        .collect();
    let groups: BTreeSet<_> = binaries(&template)
        .into_keys()
        // A report about the intake would start the intake.
        .filter(|function| *function != "LogIntake")
        .map(|function| {
            let logging = &template["Resources"][function]["Properties"]["LoggingConfig"];
            assert!(
                logging["LogFormat"].is_null(),
                "{function}: reports are read in the text format"
            );
            referred(&logging["LogGroup"])
        })
        .collect();
    assert_eq!(reporting, groups);
    let permission = &template["Resources"]["LogIntakePermission"]["Properties"];
    assert_eq!(permission["Principal"], "logs.amazonaws.com");
}

/// The parameters of the alarms' stack that alarms of a metric watch.
fn watched(alarms: &Value, metric: &str) -> BTreeSet<String> {
    of_type(alarms, "AWS::CloudWatch::Alarm")
        .into_iter()
        .filter(|(_, alarm)| alarm["MetricName"] == metric)
        .map(|(_, alarm)| referred(&alarm["Dimensions"][0]["Value"]).to_owned())
        .collect()
}

#[test]
fn every_failure_and_backlog_has_an_alarm() {
    let template = template("template.yaml");
    let alarms = template_of_alarms();
    let functions: BTreeSet<_> = binaries(&template).into_keys().map(str::to_owned).collect();
    assert_eq!(watched(&alarms, "Errors"), functions);
    assert_eq!(watched(&alarms, "Throttles"), functions);
    let (work, dead) = work_queues(&template);
    let work: BTreeSet<_> = work.into_iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(watched(&alarms, "ApproximateAgeOfOldestMessage"), work);
    let dead: BTreeSet<_> = dead.into_iter().map(str::to_owned).collect();
    assert_eq!(watched(&alarms, "ApproximateNumberOfMessagesVisible"), dead);
    for (name, alarm) in of_type(&alarms, "AWS::CloudWatch::Alarm") {
        assert_eq!(
            alarm["AlarmActions"],
            json!([{ "Ref": "AlarmTopic" }]),
            "{name}"
        );
        assert!(alarm["AlarmDescription"].is_string(), "{name}");
    }
}

/// The metric filters with a pattern: log group and metric of each.
fn filters(alarms: &Value, pattern: &str) -> BTreeSet<(String, String)> {
    of_type(alarms, "AWS::Logs::MetricFilter")
        .into_iter()
        .filter(|(_, filter)| filter["FilterPattern"] == pattern)
        .map(|(_, filter)| {
            let metric = &filter["MetricTransformations"][0];
            assert_eq!(metric["MetricValue"], "1");
            let name = metric["MetricName"].as_str().unwrap().to_owned();
            (referred(&filter["LogGroupName"]).to_owned(), name)
        })
        .collect()
}

#[test]
fn the_alarm_of_server_errors_counts_faults_of_functions_and_what_the_gateway_answered_itself() {
    let template = template("template.yaml");
    let alarms = template_of_alarms();
    let half = |name: &str| {
        if name.starts_with("Site") {
            "Site"
        } else {
            "Platform"
        }
    };
    let integrations = of_type(&template, "AWS::ApiGatewayV2::Integration");
    let expected: BTreeSet<_> = integrations
        .into_iter()
        .map(|(name, _)| {
            let function = name.trim_end_matches("Integration");
            let metric = format!("{}ServerErrors", half(function));
            (format!("{function}Logs"), metric)
        })
        .collect();
    assert!(expected.len() >= 7, "{expected:?}");
    assert_eq!(filters(&alarms, "{ $.level = \"ERROR\" }"), expected);

    let unanswered = "{ ($.status = \"5*\") && ($.function_status != \"5*\") }";
    let gateways = filters(&alarms, unanswered);
    let expected =
        ["Platform", "Site"].map(|half| (format!("{half}ApiLogs"), format!("{half}ServerErrors")));
    assert_eq!(gateways, BTreeSet::from(expected));
    for (name, stage) in of_type(&template, "AWS::ApiGatewayV2::Stage") {
        let format = stage["AccessLogSettings"]["Format"].as_str().unwrap();
        let line: Value = serde_json::from_str(format).unwrap();
        assert_eq!(line["status"], "$context.status", "{name}");
        assert_eq!(
            line["function_status"], "$context.integration.status",
            "{name}"
        );
    }
    for half in ["Platform", "Site"] {
        let alarm = &alarms["Resources"][format!("{half}ServerErrors")]["Properties"];
        assert_eq!(alarm["MetricName"], format!("{half}ServerErrors"));
        let filters = of_type(&alarms, "AWS::Logs::MetricFilter");
        for (_, filter) in filters {
            let namespace = &filter["MetricTransformations"][0]["MetricNamespace"];
            assert_eq!(&alarm["Namespace"], namespace);
        }
    }
}

/// The log lines that `work` writes, in a function's format.
fn lines_of(work: impl FnOnce()) -> Vec<Value> {
    let log = Log::default();
    let subscriber = cloud::logs::lines(tracing::Level::INFO, log.clone());
    tracing::subscriber::with_default(subscriber, work);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[derive(Clone, Default)]
struct Log(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> tracing_subscriber::fmt::MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[test]
fn a_fault_is_one_line_that_the_filters_match_and_a_mistake_is_none() {
    use site_contract::core::media::codes;
    use site_rest::RestError;
    let faults = |lines: &[Value]| lines.iter().filter(|line| line["level"] == "ERROR").count();
    for fault in [
        RestError::internal(std::io::Error::other("gone")),
        RestError::new(&codes::STORAGE_FULL),
        RestError::new(&codes::BUSY),
    ] {
        assert_eq!(faults(&lines_of(|| fault.log_fault())), 1, "{fault}");
    }
    for mistake in [
        RestError::new(&codes::TRASH_NOT_SUPPORTED),
        RestError::new(&codes::EXISTING_USER_EMAIL),
        RestError::new(&codes::UPLOAD_SIDELOAD),
        RestError::new(&codes::NO_ROUTE),
    ] {
        assert!(lines_of(|| mistake.log_fault()).is_empty(), "{mistake}");
    }
    for code in platform_http::Code::ALL {
        use axum::response::IntoResponse as _;
        let lines = lines_of(|| drop(platform_http::ApiError::new(*code).into_response()));
        let expected = usize::from(code.level() == tracing::Level::ERROR);
        assert_eq!(faults(&lines), expected, "{code:?}");
    }
}

#[test]
fn the_alarms_watch_what_they_are_named_after() {
    let template = template("template.yaml");
    let handed = template["Resources"]["Alarms"]["Properties"]["Parameters"]
        .as_object()
        .unwrap();
    let asked = template_of_alarms();
    let asked: BTreeSet<_> = asked["Parameters"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(handed.keys().cloned().collect::<BTreeSet<_>>(), asked);
    for (name, value) in handed {
        let resource = value["Ref"]
            .as_str()
            .unwrap_or_else(|| attribute_of(value, "QueueName"));
        assert_eq!(resource, name);
    }
}

fn template_of_alarms() -> Value {
    template("alarms.yaml")
}
