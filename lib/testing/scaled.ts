import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The part of their length that long tests have; vitest.config.ts says it for each mode. */
    longTestShare: number;
  }
}

/**
 * Runs of a property or size of an input, of which a test has `full` in `npm test`, and where seconds count a share: at
 * least one.
 */
export function scaled(full: number): number {
  return Math.max(1, Math.ceil(full * inject("longTestShare")));
}
