import { describeDenial } from "../../describe/gates/words";
import { type DomainError, domainError, type ErrorCode } from "../../errors";
import type { Json } from "../../json";
import type { DraftEvent } from "../events";
import type { Denial } from "../gates/rules";

/** What deciding comes to: events, or the reason why there are none. */
export type Decided = DraftEvent[] | DomainError;

export const refuse = (code: ErrorCode, message: string, details?: Json): DomainError =>
  domainError(code, message, details);

export const isRefused = (decided: Decided): decided is DomainError => !Array.isArray(decided);

/** The refusal of a person whom a gate's rules about people keep from answering, with who may. */
export function refuseDenied(denial: Denial, how: Parameters<typeof describeDenial>[1] = {}): DomainError {
  const { code: _code, ...facts } = denial;
  return refuse("forbidden", describeDenial(denial, how), facts);
}
