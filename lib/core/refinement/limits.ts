/** More questions no run asks, whatever it wants. */
export const MAX_REFINEMENTS = 20;

export const DEFAULT_REFINEMENT = { enabled: false, max: 5, wait: false, timeoutMs: 20_000 };
