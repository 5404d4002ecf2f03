import { getOwn, setOwn } from "../own";
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
/**
 * An object while it is changed: what it was, and a copy once it is written to, as reading a run of thousands of tasks
 * copies nothing. `parts` has the drafts of what was read of it, `written` the keys that were set; `isNew` came with the events.
 */
type Draft = {
  base: Parts;
  copy: Parts | undefined;
  parts: Map<string, object>;
  written: Set<string>;
  parent: Draft | undefined;
  isNew: boolean;
  isChanged: boolean;
  result: object | undefined;
};
type Drafts = WeakMap<object, Draft>;

function draftOf<T extends object>(base: T, parent: Draft | undefined, drafts: Drafts, isNew = false): T {
  const draft: Draft = {
    base: base as Parts,
    copy: undefined,
    parts: new Map(),
    written: new Set<string>(),
    parent,
    isNew,
    isChanged: isNew,
    result: undefined,
  };
  const now = () => draft.copy ?? draft.base;
  const change = (key: string): Parts => {
    draft.parts.delete(key);
    draft.written.add(key);
    for (let at: Draft | undefined = draft; at && !at.isChanged; at = at.parent) at.isChanged = true;
    return copyOf(draft);
  };
  const set = (key: string, value: unknown): true => {
    const before = getOwn(now(), key);
    const isSame = before === value || (value && draft.parts.get(key) === value);
    if (!isSame || !Object.hasOwn(now(), key)) setOwn(change(key), key, value);
    return true;
  };
  // What is behind it may be frozen, and a proxy of that could show nothing else.
  const proxy = new Proxy((Array.isArray(base) ? [] : {}) as Parts, {
    get(_, key: string) {
      const value: unknown = Reflect.get(now(), key);
      if (!isObject(value) || drafts.has(value) || !Object.hasOwn(now(), key)) return value;
      const known = draft.parts.get(key);
      if (known) return known;
      const part = draftOf(value, draft, drafts, isNew || value !== getOwn(draft.base, key));
      draft.parts.set(key, part);
      return part;
    },
    set: (_, key: string, value) => set(key, value),
    // So `setOwn` writes what an assignment would not.
    defineProperty: (_, key: string, { value }) => set(key, value),
    deleteProperty(_, key: string) {
      return !Object.hasOwn(now(), key) || delete change(key)[key];
    },
    has: (_, key) => Reflect.has(now(), key),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(now(), key);
      return found && { ...found, writable: true, configurable: found.enumerable === true };
    },
  });
  drafts.set(proxy, draft);
  return proxy as T;
}

const copyOf = (draft: Draft): Parts => {
  draft.copy ??= (Array.isArray(draft.base) ? draft.base.slice() : { ...draft.base }) as Parts;
  return draft.copy;
};

/** What a value has become, without drafts in it: the object that it was where nothing of it has changed. */
function settled(value: object, drafts: Drafts): object {
  const draft = drafts.get(value);
  if (!draft) return withoutDrafts(value as Parts, Object.keys(value), drafts);
  // What stands in two places is the same in both.
  if (draft.result) return draft.result;
  if (!draft.isChanged) return draft.base;
  const whole = copyOf(draft);
  draft.result = whole;
  for (const [key, part] of draft.parts) if (Object.hasOwn(whole, key)) setOwn(whole, key, part);
  return withoutDrafts(
    whole,
    draft.isNew ? Object.keys(whole) : [...draft.parts.keys(), ...draft.written],
    drafts,
  );
}

function withoutDrafts(whole: Parts, keys: readonly string[], drafts: Drafts): object {
  for (const key of keys) {
    const part = getOwn(whole, key);
    if (!isObject(part)) continue;
    const now = settled(part, drafts);
    if (now !== part) setOwn(whole, key, now);
  }
  return whole;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
