"use client";

import { VERB_KEYS } from "@/lib/core/describe/gates/words";
import { GO_KEYS } from "../shell/routes";
import {
  EDITOR_KEYS,
  FORM_KEYS,
  INBOX_KEYS,
  ITEM_KEYS,
  LIST_KEYS,
  REVIEW_KEYS,
  RUN_KEYS,
  RUN_LIST_KEYS,
  SHELL_KEYS,
  shownKeys,
} from "../ui/behavior/shortcuts";
import { setSingleKeys, useSingleKeys } from "../ui/behavior/single-keys";
import { Switch } from "../ui/choices";
import { Kbd } from "../ui/kbd";

const shownOf = (table: readonly (Parameters<typeof shownKeys>[0] & { does: string })[]) =>
  table.map((row) => ({ keys: shownKeys(row), does: row.does }));

const SHORTCUTS = [
  {
    part: "Everywhere",
    keys: [
      ...shownOf(SHELL_KEYS),
      ...GO_KEYS.map(({ key, name }) => ({ keys: `g ${key}`, does: `Go to: ${name}` })),
      ...shownOf(FORM_KEYS),
    ],
  },
  { part: "Lists", keys: shownOf(LIST_KEYS) },
  { part: "Runs", keys: shownOf(RUN_LIST_KEYS) },
  { part: "Run: plan and timeline", keys: shownOf(RUN_KEYS) },
  { part: "Plan editor", keys: shownOf(EDITOR_KEYS) },
  {
    part: "Inbox and gates",
    keys: [...shownOf(INBOX_KEYS), ...VERB_KEYS.map(({ key, does }) => ({ keys: key, does }))],
  },
  { part: "Review", keys: shownOf(REVIEW_KEYS) },
  { part: "Gate with a list", keys: shownOf(ITEM_KEYS) },
];

/** All keys of the console. */
export function ShortcutList() {
  const isSingleOn = useSingleKeys();
  const parts = SHORTCUTS.map(({ part, keys }) => (
    <section key={part} className="mt-4">
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
  return (
    <>
      <Switch
        checked={isSingleOn}
        onChange={setSingleKeys}
        help="When off, letters and signs do nothing by themselves; Enter, Esc, arrows and keys with Ctrl still work."
      >
        Single-key shortcuts
      </Switch>
      {parts}
    </>
  );
}
