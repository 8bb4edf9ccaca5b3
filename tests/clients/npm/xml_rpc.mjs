// wordpress, a client of the XML-RPC interface, which this site does not have: it must be told so in its own language.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { play, refused, site } from "./site.mjs";

const require = createRequire(import.meta.url);
const client = require("wordpress").createClient({ url: site.url, username: site.user, password: site.password });

await play("wordpress (XML-RPC)", {
  async "a fault says that there is no XML-RPC"() {
    const error = await refused(new Promise((done, failed) => client.getPosts({}, ["title"], (problem, posts) => (problem ? failed(problem) : done(posts)))));
    assert.match(error.message, /XML-RPC/);
  },
});
