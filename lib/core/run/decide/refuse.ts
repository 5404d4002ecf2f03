import { type DomainError, domainError, type ErrorCode } from "../../errors";
import type { Json } from "../../json";
import type { DraftEvent } from "../events";

/** What deciding comes to: events, or the reason why there are none. */
export type Decided = DraftEvent[] | DomainError;

export const refuse = (code: ErrorCode, message: string, details?: Json): DomainError =>
  domainError(code, message, details);

export const isRefused = (decided: Decided): decided is DomainError => !Array.isArray(decided);
