"use client";

import { Search } from "lucide-react";
import { useState } from "react";
import type { TaskFacts } from "./facts";

type GraphSearchProps = { nodes: readonly TaskFacts[]; onFind(id: string): void };

/** Finds tasks by title, id, agent or status; Enter goes from one to the next. */
export function GraphSearch({ nodes, onFind }: GraphSearchProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const found = findTasks(nodes, text);
  const next = () => {
    const node = found[at % Math.max(1, found.length)];
    if (!node) return;
    onFind(node.id);
    setAt((at + 1) % found.length);
  };
  return (
    <search className="flex items-center gap-2">
      <label className="relative">
        <span className="sr-only">Find a task</span>
        <Search aria-hidden="true" className="absolute top-2.5 left-2.5 size-4 text-muted" />
        <input
          type="search"
          value={text}
          placeholder="Find a task"
          className="min-h-9 w-36 sm:w-44 rounded-lg border border-line bg-panel pr-2 pl-8 placeholder:text-muted"
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") next();
            if (event.key === "Escape") setText("");
          }}
        />
      </label>
      <span role="status" className="whitespace-nowrap text-muted text-xs">
        {text.trim() !== "" && foundText(found.length, at)}
      </span>
    </search>
  );
}

/** The tasks whose facts hold every word of the text. */
export function findTasks(nodes: readonly TaskFacts[], text: string): TaskFacts[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return nodes.filter(({ id, title, actor, word }) => {
    const all = `${id} ${title} ${actor} ${word}`.toLowerCase();
    return words.every((one) => all.includes(one));
  });
}

function foundText(count: number, next: number): string {
  if (count === 0) return "none found";
  const at = next === 0 ? count : next;
  return next === 0 && count > 1 ? `${count} found · Enter` : `${at} of ${count}`;
}
