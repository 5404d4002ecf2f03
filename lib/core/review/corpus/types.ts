import type { ReadDecision } from "../types";

/** A reviewer's answer that must decide nothing, and why it does not. */
export type UndecidedAnswer = [reason: Extract<ReadDecision, { ok: false }>["reason"], text: string];
