"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useState } from "react";

/** A parameter of the address as it is at this moment: what is drawn may lag behind it. */
export function readUrlParam(name: string): string | undefined {
  return new URLSearchParams(window.location.search).get(name) ?? undefined;
}

type SetParam = (value: string | undefined, how?: "replace" | "push") => void;

/**
 * One parameter of the page's address and how to change it, without loading the page again. Undefined takes it out of
 * the address. `push` makes a step that the browser's Back undoes.
 */
export function useUrlParam(name: string): [string | undefined, SetParam] {
  const value = useSearchParams().get(name) ?? undefined;
  const setValue = useCallback<SetParam>(
    (next, how = "replace") => {
      const query = new URLSearchParams(window.location.search);
      if (next === undefined || next === "") query.delete(name);
      else query.set(name, next);
      const text = query.toString();
      const address = `${window.location.pathname}${text === "" ? "" : `?${text}`}${window.location.hash}`;
      if (how === "push") window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [name],
  );
  return [value, setValue];
}

/** What is typed, which the address keeps: it follows each key, where the address may lag behind. */
export function useUrlText(name: string): [text: string, setText: (text: string) => void] {
  const [kept = "", keep] = useUrlParam(name);
  const [text, setText] = useState(kept);
  return [
    text,
    (next) => {
      setText(next);
      keep(next);
    },
  ];
}
