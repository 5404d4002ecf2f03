"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Json } from "@/lib/core/json";
import { MAX_ITEM_REASON_CHARS } from "@/lib/core/run/gates/items";
import { isTyping } from "../../ui/behavior/is-typing";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { ValueText } from "../context/value-text";
import { PanelSection } from "../panel-section";
import type { DraftVerdict, useDraft } from "./use-draft";

type ItemVerdictsProps = {
  title: string;
  items: readonly Json[];
  draftState: ReturnType<typeof useDraft>;
  /** The pane whose keys lead to the items. */
  pane: RefObject<HTMLElement | null>;
};

/** Of a text in a row of an item; longer ones are read as JSON. */
const MAX_ROW_CHARS = 1_000;

const ITEM = "[data-item]";

/** The items of a list, each with a verdict of its own; a rejection says why. What is not judged is answered as a whole. */
export function ItemVerdicts({ title, items, draftState, pane }: ItemVerdictsProps) {
  const { draft, change } = draftState;
  const { items: verdicts = {}, itemProblem } = draft;
  const room = useRef<HTMLOListElement>(null);
  const judged = Object.keys(verdicts).length;
  const set = (next: Record<number, DraftVerdict>) =>
    change({ items: next, itemProblem: undefined, verb: undefined, armed: false });
  const judge = (at: number, verdict: DraftVerdict["verdict"], reason = verdicts[at]?.reason) =>
    set({ ...verdicts, [at]: { verdict, ...(reason !== undefined && { reason }) } });
  const acceptRest = () => {
    const rest = items.map((_, n) => [n, verdicts[n] ?? { verdict: "accept" as const }]);
    set(Object.fromEntries(rest));
  };
  const focusItem = (at: number) => focusOn(itemIn(room.current, at));
  /** The reason of an item that is rejected, else the item. */
  const focusFault = (at: number) => {
    const item = itemIn(room.current, at);
    focusOn(item?.querySelector("input") ?? item);
  };
  useItemKeys(pane, {
    count: items.length,
    focusItem,
    judge(at, verdict) {
      judge(at, verdict);
      if (verdict === "accept") focusItem(Math.min(at + 1, items.length - 1));
      else requestAnimationFrame(() => focusFault(at));
    },
  });
  const faulty = itemProblem?.at;
  const leadTo = useRef(focusFault);
  useEffect(() => {
    if (itemProblem?.at !== undefined) leadTo.current(itemProblem.at);
  }, [itemProblem]);
  return (
    <PanelSection
      title={title}
      aside={
        judged === 0 ? (
          `${items.length} items`
        ) : (
          <span aria-live="polite">{countText(items.length, verdicts)}</span>
        )
      }
    >
      <ol ref={room} className="grid gap-2" aria-label="Verdicts">
        {Object.entries(items).map(([place, item]) => {
          const at = Number(place);
          const { verdict, reason = "" } = verdicts[at] ?? {};
          return (
            <li
              key={place}
              data-item={at}
              data-verdict={verdict}
              tabIndex={-1}
              aria-label={`Item ${at + 1} of ${items.length}${verdict ? `, ${verdict}ed` : ""}`}
              className={`grid gap-2 rounded-lg border px-3 py-2 outline-offset-1 scroll-mt-16 focus:outline-2 focus:outline-run ${verdict === "reject" ? "border-bad" : verdict === "accept" ? "border-ok" : "border-line"}`}
            >
              <div className="min-w-0 break-words">
                <ValueText value={item} maxChars={MAX_ROW_CHARS} />
              </div>
              <fieldset className="flex flex-wrap gap-2" aria-label={`Verdict on item ${at + 1}`}>
                {(["accept", "reject"] as const).map((one) => (
                  <Button
                    key={one}
                    size="small"
                    className={`min-h-9 grow sm:grow-0 ${verdict === one ? (one === "accept" ? "border-ok text-ok" : "border-bad text-bad") : ""}`}
                    aria-pressed={verdict === one}
                    onClick={() => judge(at, one)}
                  >
                    <span aria-hidden="true">{one === "accept" ? "✓" : "✕"}</span>
                    {one === "accept" ? "Accept" : "Reject"}
                  </Button>
                ))}
              </fieldset>
              {verdict === "reject" && (
                <Field
                  label={`Reason to reject item ${at + 1}`}
                  error={faulty === at && reason.trim() === "" ? "Say what is wrong with it." : undefined}
                >
                  {(wiring) => (
                    <TextInput
                      {...wiring}
                      maxLength={MAX_ITEM_REASON_CHARS}
                      value={reason}
                      onChange={(event) => judge(at, "reject", event.target.value)}
                      onKeyDown={(event) => {
                        if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                        event.preventDefault();
                        focusItem(Math.min(at + 1, items.length - 1));
                      }}
                    />
                  )}
                </Field>
              )}
            </li>
          );
        })}
      </ol>
      {judged < items.length && (
        <Button size="small" className="mt-2 min-h-9" onClick={acceptRest}>
          {judged === 0 ? "Accept all" : `Accept the rest (${items.length - judged})`}
        </Button>
      )}
    </PanelSection>
  );
}

const itemIn = (room: Element | null, at: number) => room?.querySelector<HTMLElement>(`[data-item="${at}"]`);

/** At the top of what scrolls, where neither the head of the panel nor its answers, which stay in sight, lie over it. */
function focusOn(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  (element?.closest(ITEM) ?? element)?.scrollIntoView({ block: "start" });
}

/** "2 accepted, 1 rejected, 4 left" */
function countText(count: number, verdicts: Readonly<Record<number, DraftVerdict>>): string {
  const given = Object.values(verdicts);
  const rejected = given.filter(({ verdict }) => verdict === "reject").length;
  const left = count - given.length;
  return `${given.length - rejected} accepted, ${rejected} rejected${left > 0 ? `, ${left} left` : ""}`;
}

type ItemKeys = {
  count: number;
  focusItem(at: number): void;
  judge(at: number, verdict: DraftVerdict["verdict"]): void;
};

/** `j` and `k` go through the items, past the ends to what the page does with them; `a` and `r` judge the one with the focus. */
function useItemKeys(pane: RefObject<HTMLElement | null>, keys: ItemKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    // As with the keys of verbs, a drawer is the pane as a whole.
    const element = pane.current?.closest<HTMLElement>("[role=dialog]") ?? pane.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { count, focusItem, judge } = latest.current;
      const place =
        event.target instanceof Element ? event.target.closest<HTMLElement>(ITEM)?.dataset.item : undefined;
      const at = place === undefined ? -1 : Number(place);
      const next = event.key === "j" ? at + 1 : event.key === "k" && at >= 0 ? at - 1 : undefined;
      if (next !== undefined && next >= 0 && next < count) focusItem(next);
      else if (at >= 0 && event.key === "a") judge(at, "accept");
      else if (at >= 0 && event.key === "r") judge(at, "reject");
      else return;
      event.preventDefault();
    };
    // Before the keys of the gate's verbs, which leave alone what is taken.
    element.addEventListener("keydown", onKey, true);
    return () => element.removeEventListener("keydown", onKey, true);
  }, [pane]);
}
