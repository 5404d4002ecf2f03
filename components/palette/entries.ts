import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import type { SavedView } from "@/lib/core/views";
import { LIBRARY_PAGES } from "../library/pages";
import { savedHref } from "../run-list/runs-view";
import { taskHref } from "../runs/task-href";
import { SETTINGS_PAGES } from "../settings/pages";
import { GO_KEYS } from "../shell/routes";
import { templateHref } from "../templates/address";
import { menuItemsOf } from "../ui/overlay/dropdown-menu";

/** Where an entry leads or what it does. */
type EntryTarget =
  | { kind: "page"; href: string }
  | { kind: "run"; runId: string }
  | { kind: "task"; taskId: string }
  | { kind: "keys" }
  | { kind: "act"; button: HTMLElement }
  | { kind: "item"; button: HTMLElement; choose(): void };

export type Entry = {
  key: string;
  label: string;
  /** What tells it from others of the same name. */
  detail?: string;
  /** The keys that do the same without the palette. */
  keys?: string;
  target: EntryTarget;
};

export type EntryGroup = { name: string; entries: Entry[] };

/** How many entries of a kind are shown at most; the others take more words. */
const MAX_TASKS = 8;
const MAX_KEPT = 6;
const MAX_ACTS_UNASKED = 5;

/** Whether every word that was typed is in one of the texts, whatever its case. */
function matches(typed: string, ...texts: readonly string[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Pages without keys of their own, with the page that leads to them. */
const SUB_PAGES: readonly { href: string; name: string; under: string }[] = [
  ...SETTINGS_PAGES.map((page) => ({ ...page, under: "Settings" })),
  ...LIBRARY_PAGES.map((page) => ({ ...page, under: "Library" })),
  { href: "/insights/drills", name: "Answered drills", under: "Insights" },
  { href: "/replays/new", name: "New replay", under: "Replays" },
];

/** The pages of the console, with their keys; those below them once something is typed. */
export const pageEntries = (typed: string): Entry[] => [
  ...GO_KEYS.filter(({ name }) => matches(typed, name)).map(
    ({ key, href, name }): Entry => ({
      key: `page ${href}`,
      label: name,
      keys: `g ${key}`,
      target: { kind: "page", href },
    }),
  ),
  ...SUB_PAGES.filter(({ name, under }) => typed !== "" && matches(typed, name, under)).map(
    ({ href, name, under }): Entry => ({
      key: `page ${href}`,
      label: name,
      detail: under,
      target: { kind: "page", href },
    }),
  ),
];

/** The lists of runs that the person has saved, once something is typed. */
export const viewEntries = (typed: string, views: readonly SavedView[]): Entry[] =>
  foundOf(typed, views, ({ name }) => name).map(({ viewId, name, query }) => ({
    key: `view ${viewId}`,
    label: name,
    detail: "Runs",
    target: { kind: "page", href: savedHref(query) },
  }));

/** The plans that are kept to be run again, once something is typed. */
export const templateEntries = (
  typed: string,
  templates: readonly { templateId: string; name: string }[],
): Entry[] =>
  foundOf(typed, templates, ({ name }) => name).map(({ templateId, name }) => ({
    key: `template ${templateId}`,
    label: name,
    detail: "Library",
    target: { kind: "page", href: templateHref(templateId) },
  }));

const foundOf = <T>(typed: string, all: readonly T[], textOf: (one: T) => string): T[] =>
  typed === "" ? [] : all.filter((one) => matches(typed, textOf(one))).slice(0, MAX_KEPT);

/** The list of all keys. */
export const keysEntry = (typed: string): Entry[] =>
  matches(typed, "Keyboard shortcuts")
    ? [{ key: "keys", label: "Keyboard shortcuts", keys: "?", target: { kind: "keys" } }]
    : [];

type TaskFacts = { id: string; title: string };

/** The tasks of the open run; none before something is typed. */
export function taskEntries(typed: string, tasks: readonly TaskFacts[]): Entry[] {
  if (typed === "") return [];
  const found = tasks.filter(({ id, title }) => matches(typed, id, title)).slice(0, MAX_TASKS);
  return found.map(({ id, title }) => ({
    key: `task ${id}`,
    label: title === "" ? id : title,
    detail: id,
    target: { kind: "task", taskId: id },
  }));
}

/** What the page offers at this moment by these buttons, and by the items of those that open a menu. */
export function actEntries(typed: string, buttons: readonly HTMLElement[]): Entry[] {
  const entries = buttons.flatMap((button, index): Entry[] => {
    const name = button.dataset.act;
    const items = menuItemsOf(button);
    if (items)
      return items.flatMap(({ key, label, disabled, onSelect: choose }) => {
        if (disabled || typeof label !== "string") return [];
        const full = name ? `${name}: ${label}` : label;
        return { key: `act ${index} ${key}`, label: full, target: { kind: "item", button, choose } };
      });
    const label = name || button.ariaLabel || (button.textContent ?? "").trim();
    const keys = button.getAttribute("aria-keyshortcuts");
    return [
      {
        key: `act ${index} ${label}`,
        label,
        target: { kind: "act", button },
        ...(keys !== null && { keys }),
      },
    ];
  });
  return typed === ""
    ? entries.slice(0, MAX_ACTS_UNASKED)
    : entries.filter(({ label }) => matches(typed, label));
}

type GateFacts = Parameters<typeof listedQuestion>[0] & Parameters<typeof taskHref>[0] & { id: string };

/** The gate that has asked the person who looks for longest, before anything is typed. */
export function gateEntries(typed: string, [gate]: readonly (GateFacts & { mission: string })[]): Entry[] {
  if (!gate || typed !== "") return [];
  const label = `Decide: ${listedQuestion(gate)}`;
  return [
    {
      key: `gate ${gate.id}`,
      label,
      detail: gate.mission,
      target: { kind: "page", href: taskHref(gate) },
    },
  ];
}

type RunFacts = { id: string; title: string; status: string };

export const runEntries = (runs: readonly RunFacts[]): Entry[] =>
  runs.map(({ id, title, status }) => ({
    key: `run ${id}`,
    label: title,
    detail: status,
    target: { kind: "run", runId: id },
  }));

/** The entry that a key leads to from `at`; the ends lead to each other. */
export function indexAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  return key === "ArrowUp" ? (at - 1 + count) % count : undefined;
}
