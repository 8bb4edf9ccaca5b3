// Addresses of links: the target instead of the page that redirects to it.

/** Pages that redirect, and the parameters that name the target. */
const REDIRECTS: [host: RegExp, path: RegExp, parameters: string[]][] = [
  [/^(www\.)?google\.[a-z.]{2,6}$/, /^\/(url|imgres)$/, ["q", "url", "imgrefurl"]],
  [/^(l|lm|www|m|web)\.(facebook|instagram|messenger)\.com$/, /^\/(l\.php|flx\/warn\/)?$/, ["u"]],
  [/^l\.(threads|wl)\.(com|net|co)$/, /./, ["u"]],
  [/^([a-z0-9-]+\.)?safelinks\.protection\.(outlook|office365)\.(com|us|cn)$/, /./, ["url"]],
  [/^statics\.teams\.(cdn\.office\.net|microsoft\.com)$/, /safelinks/, ["url"]],
  [/^(www\.)?youtube\.com$/, /^\/redirect$/, ["q"]],
  [/^(www\.)?linkedin\.com$/, /^\/(redir\/redirect|safety\/go|authwall)\/?$/, ["url"]],
  [/^(html\.)?duckduckgo\.com$/, /^\/l\/$/, ["uddg"]],
  [/^t\.umblr\.com$/, /^\/redirect$/, ["z"]],
  [/^(m\.)?vk\.com$/, /^\/away\.php$/, ["to"]],
  [/^out\.reddit\.com$/, /./, ["url"]],
  [/^slack-redir\.net$/, /^\/link$/, ["url"]],
  [/^steamcommunity\.com$/, /^\/linkfilter\/$/, ["u", "url"]],
  [/^(www\.)?bing\.com$/, /^\/(alink\/link)$/, ["url"]],
  [/^exit\.sc$/, /./, ["url"]],
  [/^urldefense\.proofpoint\.com$/, /^\/v1\/url$/, ["u"]],
  [/^(www\.)?(mail\.)?notion\.so$/, /^\/external$/, ["url"]],
];

/** Redirects inside of redirects that are followed. */
const DEPTH = 5;

function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** The target that a redirecting address names. */
function targetOf(url: URL): URL | undefined {
  const host = url.hostname.toLowerCase();
  for (const [hosts, paths, parameters] of REDIRECTS) {
    if (!hosts.test(host) || !paths.test(url.pathname)) continue;
    for (const name of parameters) {
      const target = parsed(url.searchParams.get(name) ?? "");
      if (target && isWeb(target)) return target;
    }
  }
  if (/^urldefense(\.proofpoint)?\.com$/.test(host)) {
    const third = /^\/v3\/__(.+?)__;/.exec(url.href.slice(url.origin.length))?.[1];
    // Version 3 puts an asterisk for each character that it keeps elsewhere: such an address stays as it is.
    if (third && !third.includes("*")) return parsed(third.replace(/^(https?:)\/(?!\/)/, "$1//"));
    const second = url.pathname === "/v2/url" ? url.searchParams.get("u") : null;
    if (second) return parsed(decoded(second.replaceAll("-", "%").replaceAll("_", "/")));
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

const isWeb = ({ protocol }: URL) => protocol === "http:" || protocol === "https:";

/** The address for a pasted link; null for one that leads nowhere from the text (a script, a file, a place in another text). */
export function linkAddress(written: string): string | null {
  const address = written.trim();
  if (/^(mailto|tel):\S/i.test(address)) return address;
  let url = parsed(address.startsWith("//") ? `https:${address}` : address);
  if (!url || !isWeb(url)) return null;
  let changed = address.startsWith("//");
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const target = targetOf(url);
    if (!target) break;
    url = target;
    changed = true;
  }
  // A chat puts its own name on the links of its answers.
  if (url.searchParams.get("utm_source") === "chatgpt.com") {
    url.searchParams.delete("utm_source");
    changed = true;
  }
  return changed ? url.href : address;
}
