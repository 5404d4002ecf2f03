"use client";

import { VERB_KEYS } from "@/lib/core/describe/gates/words";
import { EDITOR_KEYS } from "../plan-editor/use-editor-keys";
import { GO_KEYS } from "../shell/routes";
import { INBOX_KEYS, ITEM_KEYS, RUN_LIST_KEYS } from "../ui/behavior/list-keys";
import { RUN_KEYS } from "../ui/behavior/run-keys";
import { Kbd } from "../ui/kbd";

const shortName = (key: string): string => (key === "Escape" ? "Esc" : key);

const SHORTCUTS = [
  {
    part: "Everywhere",
    keys: [
      { keys: "?", does: "Show keyboard shortcuts" },
      { keys: "Ctrl K", does: "Open the command palette (⌘ K on a Mac)" },
      ...GO_KEYS.map(({ key, name }) => ({ keys: `g ${key}`, does: `Go to: ${name}` })),
      { keys: "Ctrl Enter", does: "Submit the current form (⌘ Enter on a Mac)" },
      { keys: "Esc", does: "Close the current dialog" },
    ],
  },
  { part: "List of runs", keys: RUN_LIST_KEYS },
  {
    part: "Run",
    keys: RUN_KEYS.map(({ acts, does }) => ({ keys: Object.keys(acts).map(shortName).join(" "), does })),
  },
  { part: "Plan editor", keys: EDITOR_KEYS },
  {
    part: "Inbox and gates",
    keys: [...INBOX_KEYS, ...VERB_KEYS.map(({ key, does }) => ({ keys: key, does }))],
  },
  { part: "Gate with a list", keys: ITEM_KEYS },
] as const;

/** All keys of the console. */
export function ShortcutList() {
  return SHORTCUTS.map(({ part, keys }) => (
    <section key={part} className="not-first:mt-4">
      <h3 className="mb-2 text-muted text-xs">{part}</h3>
      <dl className="grid gap-2">
        {keys.map(({ keys: pressed, does }) => (
          <div key={pressed} className="grid grid-cols-[6.5rem_1fr] items-center">
            <dt>
              <Kbd keys={pressed} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
