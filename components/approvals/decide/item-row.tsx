"use client";

import { memo } from "react";
import type { Json } from "@/lib/core/json";
import { MAX_ITEM_REASON_CHARS } from "@/lib/core/run/gates/items";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { ValueText } from "../context/value-text";
import type { DraftVerdict } from "../drafts/use-draft";

export type ItemActs = {
  judge(at: number, verdict: DraftVerdict["verdict"], reason?: string): void;
  /** It is rejected, and its reason is asked for. */
  onReject(at: number): void;
  /** The reason of this item is written. */
  onReasonGiven(at: number): void;
};

type ItemRowProps = {
  item: Json;
  at: number;
  count: number;
  given: DraftVerdict | undefined;
  /** An answer could not be sent because of it. */
  isFaulty: boolean;
  acts: ItemActs;
};

/** Of a text in a row of an item; longer ones are read as JSON. */
const MAX_ROW_CHARS = 1_000;

const LOOKS = {
  accept: {
    icon: "✓",
    label: "Accept",
  },
  reject: {
    icon: "✕",
    label: "Reject",
  },
} as const;

/** One item with its verdict. Of a long list only the one that is judged is drawn again. */
export const ItemRow = memo(function ItemRow({ item, at, count, given, isFaulty, acts }: ItemRowProps) {
  const { verdict, reason = "" } = given ?? {};
  return (
    <li
      data-item={at}
      data-verdict={verdict}
      tabIndex={-1}
      aria-label={`Item ${at + 1} of ${count}${verdict ? `, ${verdict}ed` : ""}`}
      className={`grid scroll-mt-16 gap-2 rounded-lg border px-3 py-2 outline-offset-1 focus:outline-2 focus:outline-run ${verdict ? "border-ink" : "border-line"}`}
    >
      <div className="min-w-0 break-words">
        <ValueText value={item} maxChars={MAX_ROW_CHARS} />
      </div>
      <fieldset className="flex flex-wrap gap-2" aria-label={`Verdict on item ${at + 1}`}>
        {(["accept", "reject"] as const).map((one) => (
          <Button
            key={one}
            size="small"
            className="min-h-9 grow pointer-coarse:min-h-11 sm:grow-0 aria-pressed:bg-ink aria-pressed:text-panel"
            aria-pressed={verdict === one}
            onClick={() => (one === "reject" ? acts.onReject(at) : acts.judge(at, one))}
          >
            <span aria-hidden="true">{LOOKS[one].icon}</span>
            {LOOKS[one].label}
          </Button>
        ))}
      </fieldset>
      {verdict === "reject" && (
        <Field
          label={`Reason to reject item ${at + 1}`}
          error={isFaulty && reason.trim() === "" ? "Say what is wrong with it." : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={MAX_ITEM_REASON_CHARS}
              value={reason}
              onChange={(event) => acts.judge(at, "reject", event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                acts.onReasonGiven(at);
              }}
            />
          )}
        </Field>
      )}
    </li>
  );
});
