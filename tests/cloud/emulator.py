"""An emulated AWS on loopback and the deployment's stack in it.

The templates are the deployed ones with a few changes, all made here: functions are built for this machine instead
of arm64 and come as binaries, their AWS endpoint is the emulator, the nested stack of alarms is a stack of its own, and
the content delivery network reaches the site's API under a short address.
"""

import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

import boto3
from botocore.config import Config
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

ROOT = Path(__file__).resolve().parents[2]
REGION = "sa-east-1"
BUCKET = "artifacts"


def say(text: str) -> None:
    print(f"cloud: {text}", flush=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Emulator:
    """An emulator process; it ends with the `with` block."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="pauta-cloud-")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = Path(self.folder.name) / "ministack.log"

    def __enter__(self) -> "Emulator":
        environment = {
            **os.environ,
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1",
            "GATEWAY_PORT": str(self.port),
            "AWS_DEFAULT_REGION": REGION,
            "AWS_REGION": REGION,
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [Path(sys.executable).parent / "ministack"],
                env=environment, cwd=self.folder.name, stdout=log, stderr=log,
            )
        begun = time.monotonic()
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    break
            except OSError:
                if self.process.poll() is not None or time.monotonic() - begun > 30:
                    raise SystemExit(f"cloud: ministack did not start:\n{self.log.read_text()}")
                time.sleep(0.05)
        say(f"emulator up at {self.url} after {time.monotonic() - begun:.1f} s")
        return self

    def __exit__(self, kind, error, _) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if kind is not None and not (kind is SystemExit and not error.code):
            say("the emulator's last words:")
            print("".join(self.log.read_text().splitlines(keepends=True)[-40:]))
        self.folder.cleanup()

    def client(self, service: str):
        return boto3.client(
            service, endpoint_url=self.url, region_name=REGION,
            aws_access_key_id="test", aws_secret_access_key="test",
            config=Config(retries={"max_attempts": 1}, s3={"addressing_style": "path"}),
        )


def template(name: str) -> dict:
    return yaml_parse((ROOT / "infra" / name).read_text())


def functions(source: dict) -> dict[str, str]:
    """Logical id -> binary of every function."""
    return {
        name: resource["Metadata"]["BuildProperties"]["Binary"]
        for name, resource in source["Resources"].items()
        if resource["Type"] == "AWS::Serverless::Function"
    }


def as_deployed_here(
    source: dict, emulator: Emulator, environment: dict[str, str] | None = None, site: str = "http://127.0.0.1:80"
) -> dict:
    """The template with the changes for the emulator and further environment variables, translated to plain
    CloudFormation. `site` is a short address of the site's API, to which the content delivery network leads."""
    # `alarms` creates the alarms.
    source["Resources"].pop("Alarms")
    nested = source["Resources"]["Cdn"]["Properties"]
    nested["Location"] = cdn(emulator, site)
    # The site's address is one of this machine, for which there is no alias.
    nested["Parameters"]["Domain"] = ""
    # The emulator's distribution fetches from the bucket without TLS.
    policy = source["Resources"]["MediaBucketPolicy"]["Properties"]["PolicyDocument"]
    policy["Statement"] = [statement for statement in policy["Statement"] if statement.get("Sid") != "OnlyTls"]
    # The emulator resolves dynamic references in the main stack only.
    nested["Parameters"]["CdnKeySecret"] = {"Fn::Sub": "{{resolve:secretsmanager:${CdnKeySecret}:SecretString}}"}
    settings = source["Globals"]["Function"]
    settings["Architectures"] = ["x86_64"]
    variables = settings["Environment"]["Variables"]
    variables["AWS_ENDPOINT_URL"] = emulator.url
    variables.update(environment or {})
    # This machine's certificate bundle is found without a setting.
    variables.pop("SSL_CERT_FILE")
    # The emulator serves HTTP without TLS.
    for address in ("AppUrl", "SiteUrl"):
        source["Parameters"][address].pop("AllowedPattern")
    for name, binary in functions(source).items():
        source["Resources"][name]["Properties"]["CodeUri"] = f"s3://{BUCKET}/{binary}.zip"
    session = boto3.Session(region_name=REGION)
    return Translator({}, Parser(), boto_session=session).translate(source, {})


def cdn(emulator: Emulator, site: str) -> str:
    """Uploads the template of the content delivery network; the emulator dials no AWS host name and no TLS."""
    body = template("cdn.yaml")
    origin = body["Resources"]["Distribution"]["Properties"]["DistributionConfig"]["Origins"][0]
    address = urllib.parse.urlsplit(site)
    origin["DomainName"] = address.hostname
    origin["CustomOriginConfig"] = {"HTTPPort": address.port, "OriginProtocolPolicy": "http-only"}
    origin["OriginCustomHeaders"][0]["HeaderValue"] = {"Ref": "CdnKeySecret"}
    artifacts(emulator).put_object(Bucket=BUCKET, Key="cdn.json", Body=json.dumps(body).encode())
    return f"{emulator.url}/{BUCKET}/cdn.json"


def artifacts(emulator: Emulator):
    """A client of S3, with the bucket of what is deployed."""
    s3 = emulator.client("s3")
    if BUCKET not in [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]]:
        s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    return s3


def upload(emulator: Emulator, binaries: dict[str, Path]) -> None:
    s3 = artifacts(emulator)
    for name, path in binaries.items():
        # Debug symbols are stripped: the archive becomes ten times smaller.
        light = Path(emulator.folder.name) / name
        subprocess.run(["strip", "-o", light, path], check=True)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            entry = zipfile.ZipInfo("bootstrap")
            entry.external_attr = 0o755 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, light.read_bytes())
        s3.put_object(Bucket=BUCKET, Key=f"{name}.zip", Body=packed.getvalue())


def create(emulator: Emulator, name: str, body: dict, parameters: dict[str, str]) -> dict[str, str]:
    """Creates a stack and returns its outputs."""
    cloudformation = emulator.client("cloudformation")
    begun = time.monotonic()
    # A template in the request has at most 51,200 bytes; `sam deploy` uploads it too.
    template_key = f"{name}.json"
    artifacts(emulator).put_object(Bucket=BUCKET, Key=template_key, Body=json.dumps(body).encode())
    cloudformation.create_stack(
        StackName=name, TemplateURL=f"{emulator.url}/{BUCKET}/{template_key}",
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
        Parameters=[{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
    )
    while True:
        stack = cloudformation.describe_stacks(StackName=name)["Stacks"][0]
        if not stack["StackStatus"].endswith("IN_PROGRESS"):
            break
        time.sleep(0.1)
    if stack["StackStatus"] != "CREATE_COMPLETE":
        for event in cloudformation.describe_stack_events(StackName=name)["StackEvents"]:
            if "FAILED" in event["ResourceStatus"]:
                say(f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason')}")
        raise SystemExit(f"cloud: stack {name}: {stack['StackStatus']} {stack.get('StackStatusReason', '')}")
    made = resources(emulator, name)
    blank = sorted(logical for logical, physical in made.items() if not physical)
    missing = sorted(
        logical for logical, resource in body["Resources"].items()
        if "Condition" not in resource and logical not in made
    )
    if blank or missing:
        raise SystemExit(f"cloud: stack {name}: blank {blank}, missing {missing}")
    say(f"stack {name}: {len(made)} resources in {time.monotonic() - begun:.1f} s")
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}


# The resources that functions use, without the functions.
STORES = ("AWS::DynamoDB::Table", "AWS::SQS::Queue", "AWS::S3::Bucket", "AWS::SecretsManager::Secret", "AWS::Events::EventBus")


def stores(body: dict) -> dict:
    """A translated template without functions and without resources that refer to them."""
    kept = {name: resource for name, resource in body["Resources"].items() if resource["Type"] in STORES}
    outputs = {
        name: output for name, output in body["Outputs"].items()
        if any(f'"{resource}"' in json.dumps(output["Value"]) for resource in kept)
    }
    return {**body, "Resources": kept, "Outputs": outputs}


def key_ring(emulator: Emulator, secret: str) -> None:
    """Stores the first key ring as docs/operations.md describes."""
    made = subprocess.run(
        [sys.executable, ROOT / "infra" / "key_ring.py", "new"], check=True, capture_output=True, text=True
    )
    emulator.client("secretsmanager").put_secret_value(SecretId=secret, SecretString=made.stdout)


def resources(emulator: Emulator, stack: str) -> dict[str, str]:
    """Logical id -> physical id of all resources of a stack."""
    pages = emulator.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
    return {
        resource["LogicalResourceId"]: resource.get("PhysicalResourceId", "")
        for page in pages for resource in page["StackResourceSummaries"]
    }


def alarms(emulator: Emulator, stack: str) -> None:
    """The nested stack, with the parameters that the main template passes to it."""
    made = resources(emulator, stack)
    handed = template("template.yaml")["Resources"]["Alarms"]["Properties"]["Parameters"]

    def value(given: dict) -> str:
        if "Ref" in given:
            return made[given["Ref"]]
        logical, attribute = given["Fn::GetAtt"]
        assert attribute == "QueueName", given
        return made[logical].rsplit("/", 1)[-1]

    parameters = {name: value(given) for name, given in handed.items()}
    create(emulator, f"{stack}-alarms", template("alarms.yaml"), parameters)


def get(url: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
