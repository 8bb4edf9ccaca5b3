// What a browser has and the document of the tests lacks.
import { afterEach, vi } from "vitest";

// React warns of state that is set outside `act` where it is expected.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  vi.useRealTimers();
  // Tests of rules without a document have none.
  if ("localStorage" in globalThis) localStorage.clear();
});
