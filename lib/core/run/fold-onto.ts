import { apply } from "./apply";
import type { RunEvent } from "./events";
import type { RunState } from "./state";

/**
 * The state after these events. It shares with the given one, which stays as it was, all that they leave alone: a task
 * that is the same object is the same task.
 */
export function foldOnto(state: RunState, events: Iterable<RunEvent>): RunState {
  const drafts: Drafts = new WeakMap();
  const draft = draftOf(state, undefined, drafts);
  for (const event of events) apply(draft, event);
  return settled(draft, drafts) as RunState;
}

type Parts = Record<string, unknown>;
/** An object while it is changed. What is read of `copy` becomes a draft in its turn; `isNew` came with the events. */
type Draft = { base: Parts; copy: Parts; parent: Draft | undefined; isNew: boolean; isChanged: boolean };
type Drafts = WeakMap<object, Draft>;

function draftOf<T extends object>(base: T, parent: Draft | undefined, drafts: Drafts, isNew = false): T {
  const copy = (Array.isArray(base) ? base.slice() : { ...base }) as Parts;
  const draft: Draft = { base: base as Parts, copy, parent, isNew, isChanged: isNew };
  const change = () => {
    for (let at: Draft | undefined = draft; at && !at.isChanged; at = at.parent) at.isChanged = true;
  };
  const proxy = new Proxy(copy, {
    get(_, key: string) {
      const value = copy[key];
      if (!isObject(value) || drafts.has(value)) return value;
      copy[key] = draftOf(value, draft, drafts, isNew || value !== draft.base[key]);
      return copy[key];
    },
    set(_, key: string, value) {
      if (copy[key] === value && Object.hasOwn(copy, key)) return true;
      copy[key] = value;
      change();
      return true;
    },
    deleteProperty(_, key: string) {
      if (Object.hasOwn(copy, key)) change();
      return delete copy[key];
    },
  });
  drafts.set(proxy, draft);
  return proxy as T;
}

/** What a value has become, without drafts in it: the object that it was where nothing of it has changed. */
function settled(value: object, drafts: Drafts): object {
  const draft = drafts.get(value);
  if (draft && !draft.isChanged) return draft.base;
  const whole = draft?.copy ?? (value as Parts);
  const known = draft?.isNew ? undefined : draft?.base;
  // What stands in two places is the same in both.
  if (draft) Object.assign(draft, { base: whole, isChanged: false });
  for (const [key, part] of Object.entries(whole)) {
    if (!isObject(part) || part === known?.[key]) continue;
    const now = settled(part, drafts);
    if (now !== part) whole[key] = now;
  }
  return whole;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
