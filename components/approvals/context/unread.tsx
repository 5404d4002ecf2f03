"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "../../ui/button";
import { useDockRoom } from "../decision-dock";

/** What tells a panel that a part of a value is out of view and was not opened so far, and how it is opened. */
type Note = (id: string, open: (() => void) | undefined) => void;

const Unread = createContext<Note>(() => undefined);

type Reading = {
  /** Something in the scope has not been opened. */
  hasUnread: boolean;
  /** Opens the first of it, and gives a small dock the room to read it. */
  readNext(): void;
  scope(children: ReactNode): ReactNode;
};

/** For a panel: what in its `scope` has not been opened. What it shows stands in the scope. */
export function useUnread(): Reading {
  const [unread, setUnread] = useState<ReadonlyMap<string, () => void>>(new Map());
  const [isReading, setReading] = useState(false);
  useDockRoom(isReading);
  const note = useMemo<Note>(
    () => (id, open) =>
      setUnread((known) => {
        if (known.get(id) === open) return known;
        const others = [...known].filter(([one]) => one !== id);
        return new Map(open ? [...others, [id, open]] : others);
      }),
    [],
  );
  const readNext = () => {
    setReading(true);
    const [first] = unread.values();
    first?.();
  };
  const scope = (children: ReactNode) => <Unread value={note}>{children}</Unread>;
  return { hasUnread: unread.size > 0, readNext, scope };
}

/** For a value that is cut, in the element of the reference: the panel knows until all of it was shown once, by `open`. */
export function useNotesUnread(isUnread: boolean, open: () => void): RefObject<HTMLDivElement | null> {
  const id = useId();
  const note = useContext(Unread);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const show = () => {
      latest.current();
      // Once it is drawn, and a small dock has made room for it.
      const scroll = () => box.current?.scrollIntoView({ block: "nearest" });
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    };
    note(id, isUnread ? show : undefined);
    return () => note(id, undefined);
  }, [note, id, isUnread]);
  return box;
}

/** Why nothing is let pass so far. */
export const UnreadNote = ({ onReadNext }: { onReadNext?: (() => void) | undefined }) => (
  <p className="flex items-center justify-between gap-2 text-amber text-xs">
    <span>
      <span aria-hidden="true">▲ </span>
      Part of what you decide about is out of view.
    </span>
    {onReadNext && (
      <Button size="small" onClick={onReadNext}>
        Show it
      </Button>
    )}
  </p>
);
