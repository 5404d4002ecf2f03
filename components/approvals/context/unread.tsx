"use client";

import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useState } from "react";

/** What tells a panel that a part of a value is out of view and was not opened so far. */
type Note = (id: string, isUnread: boolean) => void;

const Unread = createContext<Note>(() => undefined);

/** For a panel: whether something in its `scope` has not been opened. What it shows stands in the scope. */
export function useUnread(): { hasUnread: boolean; scope: (children: ReactNode) => ReactNode } {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const note = useMemo<Note>(
    () => (id, isUnread) =>
      setIds((known) => {
        if (known.has(id) === isUnread) return known;
        const next = new Set(known);
        if (isUnread) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  const scope = (children: ReactNode) => <Unread value={note}>{children}</Unread>;
  return { hasUnread: ids.size > 0, scope };
}

/** For a value that is cut: the panel knows until all of it was shown once. */
export function useNotesUnread(isUnread: boolean): void {
  const id = useId();
  const note = useContext(Unread);
  useEffect(() => {
    note(id, isUnread);
    return () => note(id, false);
  }, [note, id, isUnread]);
}
