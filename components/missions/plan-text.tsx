"use client";

import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { TextArea } from "../ui/field";

type PlanTextProps = {
  id: string;
  "aria-describedby"?: string;
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText(text: string): void;
};

/**
 * The text of a plan, which may be long: the browser keeps it, and no key writes it back. What comes from elsewhere, such
 * as a file, is put into it.
 */
export function PlanText({ id, "aria-describedby": describedBy = "", area, text, onText }: PlanTextProps) {
  const [begins] = useState(text);
  const held = useRef(text);
  const latest = useRef(onText);
  useLayoutEffect(() => {
    latest.current = onText;
    if (held.current === text) return;
    held.current = text;
    if (area.current && area.current.value !== text) area.current.value = text;
  }, [area, text, onText]);
  return useMemo(
    () => (
      <TextArea
        id={id}
        aria-describedby={describedBy}
        ref={area}
        rows={14}
        spellCheck={false}
        className="font-mono text-xs"
        defaultValue={begins}
        onChange={({ target }) => {
          held.current = target.value;
          latest.current(held.current);
        }}
      />
    ),
    [id, describedBy, area, begins],
  );
}
