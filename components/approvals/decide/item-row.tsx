"use client";

import { memo, type ReactNode } from "react";
import type { Json } from "@/lib/core/json";
import { MAX_ITEM_REASON_CHARS } from "@/lib/core/run/gates/items";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { Part } from "../context/unread";
import { ValueText } from "../context/value-text";
import type { DraftVerdict } from "../drafts/kept-drafts";

export type ItemActs = {
  judge(at: number, verdict: DraftVerdict["verdict"], reason?: string): void;
  /** It is rejected, and its reason is asked for. */
  onReject(at: number): void;
  /** The reason of this item is written. */
  onReasonGiven(at: number): void;
};

type ItemRowProps = {
  /** Names it among what is read. */
  name: string;
  item: Json;
  /** What is drawn of it, where that is more than its value. */
  body?: ReactNode;
  words: MarkWords;
  /** Above the item. */
  head?: ReactNode;
  at: number;
  count: number;
  given: DraftVerdict | undefined;
  /** An answer could not be sent because of it. */
  isFaulty: boolean;
  acts: ItemActs;
};

/** Of a text in a row of an item; longer ones are read as JSON. */
export const MAX_ROW_CHARS = 1_000;

const ICONS = { accept: "✓", reject: "✕" } as const;

/** What is judged one by one, and how a verdict is called: on its button, in the counts, and where it is summed up. */
export type MarkWords = {
  thing: string;
  accept: string;
  accepted: string;
  /** The label of the words that may come with an accepted one; absent where none can. */
  comment?: string;
};

export const OF_ITEMS: MarkWords = { thing: "item", accept: "Accept", accepted: "accepted" };
/** The words of the verbs that decide a call alone, and of its history. */
export const OF_CALLS: MarkWords = {
  thing: "call",
  accept: "Approve",
  accepted: "approved",
  comment: "Comment for the agent (optional)",
};

/** One item with its verdict. Of a long list only the one that is judged is drawn again. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { name: part, item, body, words, head, at, count, given, isFaulty, acts } = props;
  const { verdict, reason = "" } = given ?? {};
  const name = `${words.thing} ${at + 1}`;
  const label = verdict === "reject" ? `Reason to reject ${name}` : words.comment;
  return (
    <li
      data-item={at}
      data-verdict={verdict}
      tabIndex={-1}
      aria-label={`${capitalized(name)} of ${count}${verdict ? `, ${verdict === "accept" ? words.accepted : "rejected"}` : ""}`}
      className={`grid scroll-mt-16 gap-2 rounded-lg border px-3 py-2 outline-offset-1 focus:outline-2 focus:outline-run ${verdict ? "border-ink" : "border-line"}`}
    >
      <Part name={part} stays>
        <div className="grid gap-2">
          {head}
          <div className="min-w-0 break-words">
            {body ?? <ValueText value={item} maxChars={MAX_ROW_CHARS} />}
          </div>
        </div>
      </Part>
      <fieldset className="flex flex-wrap gap-2" aria-label={`Verdict on ${name}`}>
        {(["accept", "reject"] as const).map((one) => (
          <Button
            key={one}
            size="small"
            className="min-h-9 grow pointer-coarse:min-h-11 sm:grow-0 aria-pressed:bg-ink aria-pressed:text-panel"
            aria-pressed={verdict === one}
            onClick={() => (one === "reject" ? acts.onReject(at) : acts.judge(at, one))}
          >
            <span aria-hidden="true">{ICONS[one]}</span>
            {one === "accept" ? words.accept : "Reject"}
          </Button>
        ))}
      </fieldset>
      {verdict !== undefined && label !== undefined && (
        <Field
          label={label}
          error={isFaulty && reason.trim() === "" ? "Say what is wrong with it." : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={MAX_ITEM_REASON_CHARS}
              value={reason}
              onChange={(event) => acts.judge(at, verdict, event.target.value)}
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

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
