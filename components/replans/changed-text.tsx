"use client";

import { type ReactNode, useMemo } from "react";
import { countWords, wordChanges } from "../plans/word-changes";
import { ChangedWords } from "../ui/changed-words";

/** Of the longer form, what has to be the same for the changes to be read within one text. */
const SAME_SHARE = 0.3;

type ChangedTextProps = {
  before: string;
  after: string;
  /** Both forms beside each other. */
  sides: ReactNode;
};

/** A text with what was taken out and put in, whole; both forms where little of them is the same. */
export function ChangedText({ before, after, sides }: ChangedTextProps) {
  const parts = useMemo(() => wordChanges(before, after), [before, after]);
  const same = (parts ?? []).reduce((sum, one) => sum + (one.added || one.removed ? 0 : one.value.length), 0);
  if (!parts || same < SAME_SHARE * Math.max(before.length, after.length)) return sides;
  return (
    <>
      <p className="text-muted text-xs">{countWords(parts)}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <ChangedWords parts={parts} />
      </p>
    </>
  );
}
