import { DECISIONS } from "../plan/words";
import { CHECK_LAYERS } from "../run/events/checks";
import { FAILURE_CODES } from "../run/events/tasks";

/** What became of a reviewer's proposal; the first two are people's own decisions, and agreement is a matter of them. */
const AGREEMENTS = ["agreed", "overruled", "by_time", "at_once", "other"] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** How often runs were replanned. */
export const REPLAN_COUNTS = ["none", "one", "more"] as const;
export type ReplanCount = (typeof REPLAN_COUNTS)[number];

/** How long a person took to answer a gate, each below so many milliseconds. */
export const WAIT_BINS = [
  { bin: "under_1m", belowMs: 60_000 },
  { bin: "1_to_5m", belowMs: 300_000 },
  { bin: "5_to_15m", belowMs: 900_000 },
  { bin: "15_to_60m", belowMs: 3_600_000 },
  { bin: "1_to_4h", belowMs: 14_400_000 },
  { bin: "over_4h", belowMs: null },
] as const;
export type WaitBin = (typeof WAIT_BINS)[number]["bin"];

const ANY = "any";

/** The words of each part of a report by which runs are found; null where anything names one, such as an id. */
export const FACETS = {
  /** A review of the run was decided so. */
  decision: [...DECISIONS, ANY],
  agreement: [...AGREEMENTS, "people"],
  replans: [...REPLAN_COUNTS, ANY],
  /** A person answered a gate of the run after so long. */
  wait: [...WAIT_BINS.map(({ bin }) => bin), ANY],
  /** An attempt failed with this code, and another followed. */
  retry: [...FAILURE_CODES, ANY],
  /** A check of this layer rejected a result. */
  caught: [...CHECK_LAYERS, ANY],
  /** A prompt of the run carried this lesson. */
  lesson: null,
  /** Its first plan had a forecast. */
  forecast: [ANY],
  /** Its reviewer was asked with this prompt version. */
  prompt: null,
} as const satisfies Record<string, readonly string[] | null>;
export type FacetKind = keyof typeof FACETS;

/** A part of a report by which runs are found. */
export type Facet = { kind: FacetKind; value: string };

/** `decision:REPLAN` as a part of a report; undefined for what names none. */
export function readFacet(text: string): Facet | undefined {
  const [name = "", value = ""] = text.split(/:(.*)/s);
  if (!Object.hasOwn(FACETS, name) || value === "") return undefined;
  const kind = name as FacetKind;
  const words: readonly string[] | null = FACETS[kind];
  return words === null || words.includes(value) ? { kind, value } : undefined;
}

export const facetName = ({ kind, value }: Facet): string => `${kind}:${value}`;
