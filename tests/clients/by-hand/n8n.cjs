// The WordPress node of n8n, run outside of n8n: the node and its credential as they are, n8n's own transport, and in place of
// the workflow engine what the node asks it for (parameters, items, credentials).

const base = process.env.N8N_NODES_BASE;
const { Wordpress } = require(`${base}/dist/nodes/Wordpress/Wordpress.node.js`);
const { WordpressApi } = require(`${base}/dist/credentials/WordpressApi.credentials.js`);
const { getRequestHelperFunctions } = require("n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions.js");

const node = { id: "1", name: "WordPress", type: "n8n-nodes-base.wordpress", typeVersion: 1, position: [0, 0], parameters: {} };

/// What the credential's expressions say: user and password of the record, as Basic.
function authenticate(credentials, _type, options) {
  const { auth } = new WordpressApi().authenticate.properties;
  const field = (expression) => credentials[expression.match(/\$credentials\.(\w+)/)[1]];
  return { ...options, auth: { username: field(auth.username), password: field(auth.password) } };
}

function context(site, parameters, items = 1) {
  const additionalData = {
    hooks: { runHook: async () => {} },
    credentialsHelper: { getParentTypes: () => [], preAuthentication: async () => undefined, authenticate: async (...all) => authenticate(...all) },
  };
  const self = {
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getNode: () => node,
    continueOnFail: () => false,
    getCredentials: async () => ({ url: site.url, username: site.user, password: site.password, allowUnauthorizedCerts: false }),
    getNodeParameter: (name, _item, otherwise) => name.split(".").reduce((value, part) => value?.[part], parameters) ?? otherwise,
  };
  const requests = getRequestHelperFunctions({ id: "1", expression: {} }, node, additionalData);
  self.helpers = {
    requestWithAuthentication: (...all) => requests.requestWithAuthentication.call(self, ...all),
    returnJsonArray: (data) => [data].flat().map((json) => ({ json })),
    constructExecutionMetaData: (data) => data,
  };
  return self;
}

/// One run of the node, as a workflow would make it.
exports.run = async (site, resource, operation, parameters) => {
  const [items] = await new Wordpress().execute.call(context(site, { authType: "basicAuth", resource, operation, ...parameters }));
  return items.map((item) => item.json);
};

/// What the node's form offers to choose from.
exports.options = (site, name) => new Wordpress().methods.loadOptions[name].call(context(site, { authType: "basicAuth" }));

