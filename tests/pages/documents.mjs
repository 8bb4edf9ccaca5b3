// Checks feeds and sitemaps: their schemas, what a schema cannot say, and that what they name can be opened.

import { readFileSync } from "node:fs";

import { validateXML } from "xmllint-wasm";

const schema = (name) => readFileSync(new URL(`schemas/${name}.rng`, import.meta.url), "utf8");
const SCHEMAS = { rss: schema("rss"), sitemap: schema("sitemap") };
const TYPES = { rss: "application/rss+xml", sitemap: "application/xml" };

const all = (text, element) => [...text.matchAll(new RegExp(`<${element}[^>]*>([^<]*)</${element}>`, "g"))].map(([, found]) => found);

/// A document of the wrong form must be reported; otherwise the checks below prove nothing.
async function proveSchemas(fault) {
  for (const [name, wrong] of [
    ["rss", '<rss version="2.0"><channel><title>x</title></channel></rss>'],
    ["sitemap", '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/relative</loc></url></urlset>'],
  ]) {
    const { valid } = await validateXML({ xml: wrong, schema: SCHEMAS[name], extension: "relaxng" });
    if (valid) fault(name, "the schema accepts a defective document");
  }
}

async function read(url, path, kind, fault) {
  const answer = await fetch(url + path);
  const text = await answer.text();
  if (answer.status !== 200) fault(path, `status ${answer.status}`);
  if (!answer.headers.get("content-type")?.startsWith(TYPES[kind])) fault(path, answer.headers.get("content-type"));
  const { errors } = await validateXML({ xml: { fileName: "document.xml", contents: text }, schema: SCHEMAS[kind], extension: "relaxng" });
  for (const { message, loc } of errors) fault(path, `line ${loc?.lineNumber}: ${message}`);
  return text;
}

async function proveFeed(url, path, fault) {
  const text = await read(url, path, "rss", fault);
  const own = text.match(/<atom:link href="([^"]+)"/)?.[1];
  if (own !== url + path) fault(path, `it names ${own} as its own address`);
  const guids = all(text, "guid");
  if (guids.length === 0) fault(path, "it has no entries");
  if (new Set(guids).size !== guids.length) fault(path, "two entries have one guid");
  const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  for (const date of [...all(text, "pubDate"), ...all(text, "lastBuildDate")]) {
    if (days[new Date(date).getUTCDay()] !== date.slice(0, 3)) fault(path, `${date} is another day of the week`);
  }
  // Programs show the texts at other places, where a relative address would lead elsewhere.
  const relative = text.match(/(?:href|src|srcset|poster)=(?:"|&quot;|&#34;)(?!https?:|mailto:|tel:)[^"&]*/);
  if (relative) fault(path, `${relative[0]} is a relative address`);
  for (const link of new Set(all(text, "link"))) await open(link, path, fault);
}

async function open(link, path, fault) {
  const { status } = await fetch(link);
  if (status !== 200) fault(path, `${new URL(link).pathname} answers ${status}`);
}

/// Checks the feeds at these paths, the index of sitemaps and every child that it names.
export async function proveDocuments(url, feeds, fault) {
  await proveSchemas(fault);
  for (const path of feeds) await proveFeed(url, path, fault);
  const index = await read(url, "/sitemap.xml", "sitemap", fault);
  const children = all(index, "loc").map((link) => new URL(link).pathname);
  for (const needed of ["posts", "pages", "categories", "tags", "authors"]) {
    if (!children.includes(`/sitemap-${needed}-1.xml`)) fault("/sitemap.xml", `it does not name the sitemap of ${needed}`);
  }
  for (const path of children) {
    const text = await read(url, path, "sitemap", fault);
    for (const link of all(text, "loc")) await open(link, path, fault);
  }
  const robots = await (await fetch(`${url}/robots.txt`)).text();
  if (!robots.includes(`Sitemap: ${url}/sitemap.xml`)) fault("/robots.txt", "names no sitemap");
}

/// Checks that the oEmbed response of an item is well-formed XML.
export async function proveEmbed(url, link, fault) {
  const path = `/rest/oembed/1.0/embed?format=xml&url=${encodeURIComponent(link)}`;
  const answer = await fetch(url + path);
  if (answer.status !== 200) fault(path, `status ${answer.status}`);
  if (!answer.headers.get("content-type")?.startsWith("text/xml")) fault(path, answer.headers.get("content-type"));
  const text = await answer.text();
  const any = '<grammar xmlns="http://relaxng.org/ns/structure/1.0"><start><element name="oembed"><oneOrMore><element><anyName/><text/></element></oneOrMore></element></start></grammar>';
  const { errors } = await validateXML({ xml: { fileName: "document.xml", contents: text }, schema: any, extension: "relaxng" });
  for (const { message } of errors) fault(path, message);
}
