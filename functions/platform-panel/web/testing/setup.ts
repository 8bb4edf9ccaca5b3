// What a browser has and the document of the tests lacks, and what the platform states before any form.
import { afterEach, vi } from "vitest";

import { setLimits } from "../src/api/limits";
import { LIMITS } from "./limits";

// React warns of state that is set outside `act` where it is expected.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

setLimits(LIMITS);

afterEach(() => {
  vi.useRealTimers();
  // Tests of rules without a document have none.
  if ("localStorage" in globalThis) localStorage.clear();
});
