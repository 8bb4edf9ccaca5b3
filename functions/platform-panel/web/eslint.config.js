// What is asked of the sources beyond their types and their form.
import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import globals from "globals";
import { configs } from "typescript-eslint";

const { rules: accessible } = a11y.flatConfigs.recommended;

/** A key that is written where it is used meets another by chance, or misses the one that it should. */
const LITERAL_KEYS = ["Property[key.name='queryKey']", "CallExpression[callee.property.name=/QueryData$/]"].map(
  (place) => ({
    selector: `${place} > ArrayExpression`,
    message: "Keys of queries are those of src/api/keys.ts.",
  }),
);

/** A key that is made for each press makes the platform repeat what it did before the network failed. */
const OWN_IDEMPOTENCY_KEYS = [
  "Property[key.value=/^idempotency-key$/i]",
  "MemberExpression[property.name='randomUUID']",
].map((selector) => ({ selector, message: "Keys of requests come from src/api/once.ts." }));

/** What the platform states is not repeated here, where it would stay when the platform changes. */
const OWN_RULES = [
  {
    selector: "JSXAttribute[name.name=/^(max|min)Length$/] Literal",
    message: "Limits are those that the platform states (src/api/limits.ts).",
  },
  { selector: "Literal[value=/^America\\//]", message: "The zone is the one that the platform states." },
];

export default defineConfig(
  { ignores: ["dist", "src/api/schema.d.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  { files: ["*.js"], languageOptions: { globals: globals.node } },
  {
    files: ["{src,testing}/**/*.{ts,tsx}"],
    extends: [configs.recommendedTypeChecked, hooks.configs.flat["recommended-latest"], a11y.flatConfigs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A member that is left out of the rest is named.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // Dialogues and the screens before a session move the focus to their first control, as the authoring practices of
      // ARIA ask; nothing else does.
      "jsx-a11y/no-autofocus": "off",
      // Regions that scroll are reached by the keyboard.
      "jsx-a11y/no-noninteractive-tabindex": [
        "error",
        { tags: ["pre"], roles: ["region", "tabpanel"], allowExpressionValues: true },
      ],
      // Words and their help are two levels below the label.
      "jsx-a11y/label-has-associated-control": [
        "error",
        { ...accessible["jsx-a11y/label-has-associated-control"][1], depth: 4 },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/api/once.ts", "src/**/*.test.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", ...LITERAL_KEYS, ...OWN_IDEMPOTENCY_KEYS, ...OWN_RULES] },
  },
  {
    // The focus stays in the field or in the text: its keys choose, and the option is named by `aria-activedescendant`.
    files: ["src/editor/link-dialog.tsx", "src/editor/slash-menu.tsx", "src/frame/palette.tsx"],
    rules: { "jsx-a11y/click-events-have-key-events": "off" },
  },
);
