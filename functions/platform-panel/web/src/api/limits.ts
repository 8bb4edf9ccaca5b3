// The limits of what people write, as the platform checks them. They arrive with the signed-in person, before any form.
import type { components } from "./schema";

export type Limits = components["schemas"]["LimitsBody"];

let known: Limits | null = null;

/** Keeps what the platform states. */
export function setLimits(limits: Limits) {
  known = limits;
}

/** The limits. Only below the frame, which waits for them. */
export function limits(): Limits {
  if (!known) throw new Error("used before the person is known");
  return known;
}
