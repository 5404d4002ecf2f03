"use client";

import { useState } from "react";
import { type FormOf, formEntries, readEntries } from "@/lib/core/form";
import type { Json } from "@/lib/core/json";

const NONE: Record<string, string> = {};

/** Holds what stands in the fields of a form, from a value on, and says what is wrong once somebody tried to send it. */
export function useForm<Value>(nodes: FormOf<Value>, begins: Json | undefined) {
  const [entries, setEntries] = useState(() => formEntries(nodes, begins));
  const [tried, setTried] = useState(false);
  const reading = readEntries(nodes, entries, begins);
  const problems = "problems" in reading ? reading.problems : NONE;
  const begun = readEntries(nodes, formEntries(nodes, begins), begins);
  return {
    tried,
    /** Its fields say something else than they began with. */
    isChanged: JSON.stringify(reading) !== JSON.stringify(begun),
    problems,
    fields: {
      nodes,
      entries,
      problems: tried ? problems : NONE,
      onChange: (id: string, text: string) => setEntries((now) => ({ ...now, [id]: text })),
    },
    /** Gives the value of the fields; undefined where they are wrong, which they then say. */
    read(): Value | undefined {
      setTried(true);
      return "value" in reading ? reading.value : undefined;
    },
  };
}
