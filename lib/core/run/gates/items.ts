import { isJsonObject, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";
import { cutText } from "../../text";
import { type ApprovalKind, type GateVerb, gateRow, isAboutCall, verbRow } from "./table";

/** A longer list is answered as a whole, and the panel says so. */
export const MAX_GATE_ITEMS = 200;
export const MAX_ITEM_REASON_CHARS = 300;
/** Of the item itself, as events keep it beside its verdict. */
export const EXCERPT_CHARS = 80;
/** How many of each verdict a diagnosis names. */
const DIAGNOSED_ITEMS = 12;

/** A person's verdict on one item of a list, with the item's beginning. */
export type ItemVerdict = { excerpt: string } & GivenItem;

/** A verdict as somebody gives it, before the item's own words are put beside it. */
export type GivenItem = { verdict: "accept" } | { verdict: "reject"; reason: string };

/** A rejected item by its place from 1. */
export type RejectedItem = { item: number; excerpt: string; reason: string };

/** The list in a value, by the keys that lead to it. */
export type ShownList = { path: string[]; items: Json[] };

/**
 * The list whose items a person judges one by one: the shown value itself, or the only list in it, at most two keys deep.
 * Items are texts or maps, from two of them on (docs/engine.md, "Verdicts on items").
 */
export function listShown({ kind }: { kind: ApprovalKind }, shown: Json | undefined): ShownList | undefined {
  if (!gateRow(kind).hasItems || shown === undefined) return;
  const [found, ...others] = listsIn(shown, []);
  const isOne = others.length === 0 && found !== undefined && found.items.length <= MAX_GATE_ITEMS;
  return isOne ? found : undefined;
}

/** Why lists that are shown are answered as a whole: there are several, or the one is too long. */
export type WholeLists = { lists: number; items: number };

/** The lists whose items would be judged one by one if there were one of them, and it shorter; undefined for anything else. */
export function listsAsWhole(
  { kind }: { kind: ApprovalKind },
  shown: Json | undefined,
): WholeLists | undefined {
  if (!gateRow(kind).hasItems || shown === undefined) return;
  const found = listsIn(shown, []);
  const items = found.reduce((sum, list) => sum + list.items.length, 0);
  return found.length > 1 || items > MAX_GATE_ITEMS ? { lists: found.length, items } : undefined;
}

const MAX_DEPTH = 2;

function listsIn(value: Json, path: string[]): ShownList[] {
  if (Array.isArray(value)) return isJudged(value) ? [{ path, items: value }] : [];
  if (!isJsonObject(value) || path.length === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, part]) => listsIn(part, [...path, key]));
}

const isJudged = (items: readonly Json[]): boolean =>
  items.length >= 2 &&
  items.every((item) => isJsonObject(item) || (typeof item === "string" && item.trim() !== ""));

/** The shown value without the items that were rejected. */
export function withoutRejected(value: Json, { path, items }: ShownList, given: readonly GivenItem[]): Json {
  const [key, ...rest] = path;
  if (key === undefined) return items.filter((_, index) => given[index]?.verdict !== "reject");
  const map = value as JsonObject;
  return { ...map, [key]: withoutRejected(getOwn(map, key) as Json, { path: rest, items }, given) };
}

/** Rejected items as the reason of a failure, with those that are to be kept. */
export function itemsReason(items: readonly ItemVerdict[], words = "") {
  const text = cutText(words.trim(), 1_000);
  return { code: "items_rejected" as const, ...countedItems(items), ...(text !== "" && { text }) };
}

/** How many items were rejected, with the first of each verdict. */
export function countedItems(items: readonly ItemVerdict[]) {
  const rejected = rejectedOf(items);
  const accepted = items.flatMap(({ excerpt, verdict }, index) =>
    verdict === "accept" ? [{ item: index + 1, excerpt }] : [],
  );
  return {
    of: items.length,
    rejectedCount: rejected.length,
    rejected: rejected.slice(0, DIAGNOSED_ITEMS),
    accepted: accepted.slice(0, DIAGNOSED_ITEMS),
  };
}

/** Those that were rejected, by their place from 1, with why. */
export const rejectedOf = (items: readonly ItemVerdict[]): RejectedItem[] =>
  items.flatMap(({ excerpt, ...one }, index) =>
    one.verdict === "reject" ? [{ item: index + 1, excerpt, reason: one.reason }] : [],
  );

export const hasRejected = (items: readonly { verdict: "accept" | "reject" }[] = []): boolean =>
  items.some(({ verdict }) => verdict === "reject");

type Judged = { kind: ApprovalKind; verbs: readonly GateVerb[] };

/** Why a list with rejected items does not pass as it is, and what its gate offers instead. */
export function heldByItems({ kind, verbs }: Judged): string {
  const ways = [
    verbs.includes("request_changes") && "request changes",
    verbs.includes("edit") && `${isAboutCall(kind) ? "run the call" : "continue"} without them`,
    isAboutCall(kind) && "reject the call",
  ];
  return `Some items are rejected: ${ways.filter(Boolean).join(", or ")}.`;
}

/** Why verdicts cannot go with this answer, for the one who gives them; undefined where they can. */
export function itemsProblem(gate: Judged, verb: GateVerb, items: readonly GivenItem[]): string | undefined {
  if (!gateRow(gate.kind).hasItems || verb === "respond" || verbRow(verb).keepsOpen)
    return "Verdicts on items only go with a list that is shown.";
  if (items.length < 2 || items.length > MAX_GATE_ITEMS)
    return `A list has 2 to ${MAX_GATE_ITEMS} items to judge.`;
  const unexplained = items.findIndex((one) => one.verdict === "reject" && one.reason.trim() === "");
  if (unexplained >= 0) return `Say why item ${unexplained + 1} is rejected.`;
  if (verbRow(verb).passes && verb !== "edit" && hasRejected(items)) return heldByItems(gate);
  if (verb === "edit" && items.every((one) => one.verdict === "reject"))
    return "Every item is rejected: there is nothing to continue with.";
  return undefined;
}
