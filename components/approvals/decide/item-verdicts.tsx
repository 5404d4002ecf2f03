"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Json } from "@/lib/core/json";
import { MAX_GATE_ITEMS, type WholeLists } from "@/lib/core/run/gates/items";
import { isTyping } from "../../ui/behavior/is-typing";
import { actOf, ITEM_KEYS } from "../../ui/behavior/shortcuts";
import { useStable } from "../../ui/behavior/use-stable";
import { Button } from "../../ui/button";
import { Part } from "../context/unread";
import type { DraftVerdict } from "../drafts/kept-drafts";
import type { useDraft } from "../drafts/use-draft";
import { PanelSection } from "../panel-section";
import { type ItemActs, ItemRow, type MarkWords, OF_ITEMS } from "./item-row";

type ItemVerdictsProps = {
  title: string;
  items: readonly Json[];
  /** Names each among what is read, by what it is and not by its place; absent of a list that stays as it is. */
  names?: readonly string[];
  /** What is drawn of each, where that is more than its value. */
  bodies?: readonly ReactNode[];
  draftState: ReturnType<typeof useDraft>;
  /** The pane whose keys lead to the items. */
  pane: RefObject<HTMLElement | null>;
  words?: MarkWords;
  /** Above each item, in their order. */
  heads?: readonly ReactNode[];
};

type Verdicts = Readonly<Record<number, DraftVerdict>>;

/** A longer list is shown so many items at a time, and can be filtered. */
const FOLDED_ITEMS = 20;

const ITEM = "[data-item]";

/** Which items a long list shows. */
type Shown = {
  filter: ItemFilter;
  /** As they were when the filter was chosen: nothing moves away while it is judged. */
  places: readonly number[];
  /** So many of them, from the first on. */
  limit: number;
};

const FILTERS = ["All", "Left", "Rejected"] as const;
type ItemFilter = (typeof FILTERS)[number];

/** The items of a list, each with a verdict of its own; a rejection says why. */
export function ItemVerdicts(props: ItemVerdictsProps) {
  const { title, items, draftState, pane, words = OF_ITEMS, heads = [], bodies = [] } = props;
  const names = props.names ?? items.map((_, at) => String(at));
  const { draft, change } = draftState;
  const { items: verdicts = {}, itemProblem } = draft;
  const room = useRef<HTMLOListElement>(null);
  const count = items.length;
  const isLong = count > FOLDED_ITEMS;
  const [shown, setShown] = useState<Shown>(() => shownBy("All", count, verdicts));
  const listed = listedPlaces(isLong ? shown : { ...shown, filter: "All" }, count);
  const places = isLong ? listed.slice(0, shown.limit) : listed;
  const set = (next: Verdicts) =>
    change({ items: next, itemProblem: undefined, verb: undefined, armed: false });
  const judge: ItemActs["judge"] = (at, verdict, given) => {
    const before = verdicts[at];
    // Why a call was to be rejected is no comment for the agent that it is approved for.
    const isKept = words.comment === undefined || before?.verdict === verdict;
    const reason = given ?? (isKept ? before?.reason : undefined);
    set({ ...verdicts, [at]: { verdict, ...(reason !== undefined && { reason }) } });
  };
  const acceptRest = () => {
    const rest = items.map((_, n) => [n, verdicts[n] ?? { verdict: "accept" as const }]);
    set(Object.fromEntries(rest));
  };
  /** Unfolds the list as far as the item, and leads to it or to the field in which its reason is missing. */
  const leadTo = (at: number, toReason = false) => {
    if (!places.includes(at)) setShown((now) => showing(now, at, count, verdicts));
    const lead = () => {
      const item = itemIn(room.current, at);
      focusOn((toReason ? item?.querySelector("input") : undefined) ?? item);
    };
    if (places.includes(at) && !toReason) lead();
    else requestAnimationFrame(lead);
  };
  /** Shows all of them, and leads to the first that was not shown. */
  const unfold = () => {
    const first = items.findIndex((_, at) => !places.includes(at));
    setShown({ ...shownBy("All", count, verdicts), limit: count });
    requestAnimationFrame(() => requestAnimationFrame(() => leadTo(Math.max(0, first))));
  };
  const next = (at: number, step: 1 | -1): number | undefined =>
    at < 0 ? listed[0] : listed[listed.indexOf(at) + step];
  const acts = useStable<ItemActs>({
    judge,
    onReject(at) {
      judge(at, "reject");
      leadTo(at, true);
    },
    onReasonGiven: (at) => leadTo(next(at, 1) ?? at),
  });
  useItemKeys(pane, {
    next,
    leadTo,
    judge(at, verdict) {
      judge(at, verdict);
      leadTo(verdict === "accept" ? (next(at, 1) ?? at) : at, verdict === "reject");
    },
    acceptRest,
  });
  const faulty = itemProblem?.at;
  const latestLead = useRef(leadTo);
  latestLead.current = leadTo;
  useEffect(() => {
    if (itemProblem?.at !== undefined) latestLead.current(itemProblem.at, true);
  }, [itemProblem]);
  const left = count - Object.keys(verdicts).length;
  const rest = left > 0 && (
    <Button size="small" className="min-h-9 pointer-coarse:min-h-11" onClick={acceptRest}>
      {left === count ? `${words.accept} all` : `${words.accept} the rest (${left})`}
    </Button>
  );
  const unfolded = listed.length - places.length;
  return (
    <PanelSection
      title={title}
      aside={
        left === count ? (
          `${count} ${words.thing}${count === 1 ? "" : "s"}`
        ) : (
          <span aria-live="polite">{countText(count, verdicts, words)}</span>
        )
      }
    >
      {isLong && (
        <div className="mb-2 flex flex-wrap gap-2 max-sm:*:basis-full">
          <fieldset className="flex flex-wrap gap-2" aria-label="Show items">
            {FILTERS.map((filter) => (
              <Button
                key={filter}
                size="small"
                className="min-h-9 not-aria-pressed:text-muted aria-pressed:border-edge pointer-coarse:min-h-11"
                aria-pressed={shown.filter === filter}
                onClick={() => setShown(shownBy(filter, count, verdicts))}
              >
                {filter} {placesOf(filter, count, verdicts).length}
              </Button>
            ))}
          </fieldset>
          {rest}
        </div>
      )}
      <Part name="items" requires={names} show={unfold}>
        <ol ref={room} className="grid gap-2" aria-label="Verdicts">
          {places.map((at) => (
            <ItemRow
              key={names[at]}
              name={names[at] as string}
              item={items[at] as Json}
              body={bodies[at]}
              at={at}
              count={count}
              acts={acts}
              words={words}
              head={heads[at]}
              given={verdicts[at]}
              isFaulty={faulty === at}
            />
          ))}
        </ol>
      </Part>
      {places.length === 0 && <p className="text-muted">No items.</p>}
      {(unfolded > 0 || !isLong) && (
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {unfolded > 0 && (
            <Button
              size="small"
              className="min-h-9 pointer-coarse:min-h-11"
              onClick={() => setShown((now) => ({ ...now, limit: now.limit + FOLDED_ITEMS }))}
            >
              Show {Math.min(unfolded, FOLDED_ITEMS)} more of {unfolded}
            </Button>
          )}
          {rest}
        </div>
      )}
    </PanelSection>
  );
}

/** Says that there are several lists, or that one is too long, for verdicts on items. */
export function WholeListsNote({ lists, items }: WholeLists) {
  const several = lists > 1;
  return (
    <PanelSection title="Items" aside={several ? `${items} items in ${lists} lists` : `${items} items`}>
      <p className="text-amber">
        <span aria-hidden="true">▲ </span>
        {several
          ? `Your answer applies to all ${lists} lists. Items get verdicts of their own where one list is shown.`
          : `Your answer applies to the whole list. Items get verdicts of their own in lists of up to ${MAX_GATE_ITEMS}.`}
      </p>
    </PanelSection>
  );
}

function placesOf(filter: ItemFilter, count: number, verdicts: Verdicts): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  if (filter === "All") return all;
  return all.filter((at) =>
    filter === "Left" ? verdicts[at] === undefined : verdicts[at]?.verdict === "reject",
  );
}

/** The places that a filter leaves. Calls leave the list, and others come to it, while it is shown. */
export const listedPlaces = (
  { filter, places }: Pick<Shown, "filter" | "places">,
  count: number,
): number[] => (filter === "All" ? placesOf("All", count, {}) : places.filter((at) => at < count));

const shownBy = (filter: ItemFilter, count: number, verdicts: Verdicts): Shown => ({
  filter,
  places: placesOf(filter, count, verdicts),
  limit: FOLDED_ITEMS,
});

/** The list unfolded as far as an item, without a filter that leaves it out. */
function showing(now: Shown, at: number, count: number, verdicts: Verdicts): Shown {
  const shown = now.places.includes(at) ? now : shownBy("All", count, verdicts);
  const wanted = shown.places.indexOf(at) + 1;
  return { ...shown, limit: Math.max(shown.limit, Math.ceil(wanted / FOLDED_ITEMS) * FOLDED_ITEMS) };
}

const itemIn = (room: Element | null, at: number) => room?.querySelector<HTMLElement>(`[data-item="${at}"]`);

/** At the top of what scrolls, where neither the head of the panel nor its answers, which stay in sight, lie over it. */
function focusOn(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  (element?.closest(ITEM) ?? element)?.scrollIntoView({ block: "start" });
}

/** "2 accepted, 1 rejected, 4 left" */
export function countText(count: number, verdicts: Verdicts, { accepted }: MarkWords): string {
  const given = Object.values(verdicts);
  const rejected = given.filter(({ verdict }) => verdict === "reject").length;
  const left = count - given.length;
  return `${given.length - rejected} ${accepted}, ${rejected} rejected${left > 0 ? `, ${left} left` : ""}`;
}

type ItemKeys = {
  /** The item after or before one; the first after -1. Undefined beyond the ends. */
  next(at: number, step: 1 | -1): number | undefined;
  leadTo(at: number): void;
  judge(at: number, verdict: DraftVerdict["verdict"]): void;
  acceptRest(): void;
};

/**
 * `j` and `k` go through the items, past the ends to what the page does with them; `a` and `r` judge the one with the focus,
 * and `A` accepts the rest.
 */
function useItemKeys(pane: RefObject<HTMLElement | null>, keys: ItemKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    // As with the keys of verbs, a drawer is the pane as a whole.
    const element = pane.current?.closest<HTMLElement>("[role=dialog]") ?? pane.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      const act = isTyping(event.target) ? undefined : actOf(ITEM_KEYS, event);
      const { next, leadTo, judge, acceptRest } = latest.current;
      const place =
        event.target instanceof Element ? event.target.closest<HTMLElement>(ITEM)?.dataset.item : undefined;
      const at = place === undefined ? -1 : Number(place);
      const to = act === "next" ? next(at, 1) : act === "previous" && at >= 0 ? next(at, -1) : undefined;
      if (to !== undefined) leadTo(to);
      else if (at >= 0 && (act === "accept" || act === "reject")) judge(at, act);
      else if (act === "acceptRest") acceptRest();
      else return;
      event.preventDefault();
    };
    // Before the keys of the gate's verbs, which leave alone what is taken.
    element.addEventListener("keydown", onKey, true);
    return () => element.removeEventListener("keydown", onKey, true);
  }, [pane]);
}
