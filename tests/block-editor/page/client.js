// The page of the block editor, as a host without pages of its own gives it: what the editor has to know about the site is
// asked of the site's interface.

import apiFetch from "@wordpress/api-fetch";
import * as blocks from "@wordpress/blocks";
import * as core from "@wordpress/core-data";
import * as data from "@wordpress/data";
import * as date from "@wordpress/date";
import { initializeEditor } from "@wordpress/edit-post";
import { store as editor } from "@wordpress/editor";
import "@wordpress/format-library";
import { store as preferences } from "@wordpress/preferences";
import { create as persistence } from "@wordpress/preferences-persistence";

import defaultStyles from "../node_modules/@wordpress/block-editor/build-style/default-editor-styles.css";

const { root, authorization, type, id, autosaveInterval, canvas } = JSON.parse(document.getElementById("host").textContent);

apiFetch.use(apiFetch.createRootURLMiddleware(root));
apiFetch.use(apiFetch.mediaUploadMiddleware);
apiFetch.use((options, next) => next({ ...options, headers: { ...options.headers, authorization } }));

const read = (path) => apiFetch({ path });
const [index, me, [theme]] = await Promise.all([read("/?_fields=gmt_offset,timezone_string"), read("/wp/v2/users/me?context=edit"), read("/wp/v2/themes?status=active")]);
const { rest_base: base } = await read(`/wp/v2/types/${type}?context=edit`);
const [post, autosaves] = await Promise.all([read(`/wp/v2/${base}/${id}?context=edit`), read(`/wp/v2/${base}/${id}/autosaves?context=edit`)]);
const newer = autosaves.find(({ modified_gmt, content }) => modified_gmt > post.modified_gmt && content.raw !== post.content.raw);
const { settings: features } = await read(`/wp/v2/global-styles/themes/${theme.stylesheet}?context=view`);

await data.dispatch(preferences).setPersistenceLayer(
  persistence({
    preloadedData: me.meta.persisted_preferences ?? {},
    localStorageRestoreKey: `preferences-${me.id}`,
    requestDebounceMS: 200,
  }),
);

const dates = date.getSettings();
date.setSettings({ ...dates, timezone: { ...dates.timezone, offset: String(index.gmt_offset), offsetFormatted: String(index.gmt_offset), string: index.timezone_string } });

const supports = theme.theme_supports;
const preset = (feature) => (Array.isArray(supports[feature]) ? supports[feature] : undefined);
const settings = {
  __experimentalFeatures: features,
  __unstableIsBlockBasedTheme: theme.is_block_theme,
  __unstableResolvedAssets: { styles: `<link rel="stylesheet" href="${canvas}">`, scripts: "" },
  // The editor reads the number of the autosave from the address of a page that compares it.
  autosave: newer && { editLink: `revision.php?revision=${newer.id}` },
  alignWide: supports["align-wide"],
  allowedBlockTypes: true,
  autosaveInterval,
  availableTemplates: {},
  bodyPlaceholder: undefined,
  canLockBlocks: true,
  canUpdateBlockBindings: true,
  codeEditingEnabled: true,
  colors: preset("editor-color-palette"),
  defaultEditorStyles: [{ css: defaultStyles }],
  disableCustomColors: supports["disable-custom-colors"],
  disableCustomFontSizes: supports["disable-custom-font-sizes"],
  disableCustomGradients: supports["disable-custom-gradients"],
  disableLayoutStyles: supports["disable-layout-styles"],
  enableCustomLineHeight: supports["custom-line-height"],
  enableCustomSpacing: supports["custom-spacing"],
  enableCustomUnits: supports["custom-units"],
  fontSizes: preset("editor-font-sizes"),
  gradients: preset("editor-gradient-presets"),
  imageEditing: true,
  isRTL: false,
  localAutosaveInterval: 15,
  postLock: { isLocked: false },
  richEditingEnabled: true,
  styles: [],
  supportsLayout: true,
  supportsTemplateMode: theme.is_block_theme || Boolean(supports["block-templates"]),
};
initializeEditor("editor", type, id, settings, {});

// What the proof reads and calls, as scripts of a deployed host do.
globalThis.wp = { apiFetch, blocks, core, data, editor, preferences };
