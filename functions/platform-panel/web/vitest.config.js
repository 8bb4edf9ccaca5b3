// The unit tests of the sources: beside what they test, in a document without a browser.
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Bodies of posts that other parts of the repository hold.
  server: { fs: { allow: ["../../.."] } },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    // A test reads the sheets.
    css: true,
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
    setupFiles: ["testing/setup.ts"],
    restoreMocks: true,
    unstubEnvs: true,
  },
});
