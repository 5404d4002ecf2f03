"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { isToBeSeen } from "@/lib/core/run/gates/parts";
import { takesReading } from "@/lib/core/run/gates/reading";
import { type ApprovalKind, type GateVerb, isApproving } from "@/lib/core/run/gates/table";
import { Button } from "../../ui/button";
import { useDockRoom } from "../decision-dock";
import { ReadScope, type Way } from "./read-scope";
import { drawnBetween, Sight, watchSight } from "./sight";

const Unread = createContext<ReadScope | undefined>(undefined);

const AT_FIRST = () => 0;
const useChanges = (scope: ReadScope) => useSyncExternalStore(scope.subscribe, scope.version, AT_FIRST);

/** The state of reading a panel. */
export type ReadSoFar = {
  /** Every part is drawn, long ones perhaps with their beginning. */
  isDrawn: boolean;
  /** Every part was in sight as a whole. */
  isRead: boolean;
  /** The way to the first of what is out of view, with the room of a small dock; undefined where nothing leads to it. */
  next: Way | undefined;
};

/** True where enough was read for an answer: all of it for one that lets a call run or work with a risk go on. */
export const hasRead = (
  { isDrawn, isRead }: ReadSoFar,
  kind: ApprovalKind,
  verb: GateVerb,
  isRisky: boolean,
): boolean => (takesReading(kind, verb, isRisky) ? isRead : isDrawn || !isApproving(verb));

type Reading = ReadSoFar & { scope(children: ReactNode): ReactNode };

/**
 * For a panel: how far the `parts` have been read that have to be before something is let pass. What it shows stands in its
 * `scope`. `of` names what is read: of anything else nothing has been.
 */
export function useReading(parts: readonly string[], of: string): Reading {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of what is read has a scope of its own.
  const scope = useMemo(() => new ReadScope(), [of]);
  useChanges(scope);
  const [isReading, setReading] = useState(false);
  useDockRoom(isReading);
  const way = scope.next();
  const show = () => {
    setReading(true);
    way?.show();
  };
  return {
    isDrawn: scope.isDrawn(parts),
    isRead: scope.isRead(parts),
    next: way && { show, isFailed: way.isFailed },
    scope: (children) => <Unread value={scope}>{children}</Unread>,
  };
}

type PartProps = {
  name: string;
  /** Parts within it. */
  requires?: readonly string[] | undefined;
  /** Once it is read it stays so, also where it is drawn again. */
  stays?: boolean;
  /** Draws those of its parts that are not drawn. */
  show?: () => void;
  children?: ReactNode;
};

const NONE: readonly string[] = [];

/**
 * A part of what is read: it has been once nothing within it is out of view, and its beginning and its end were in sight, or
 * somebody was led to them: drawn below the screen is not read. One without content says that there is nothing.
 */
export function Part({ name, requires = NONE, stays = false, show, children }: PartProps) {
  const outer = useContext(Unread);
  // Of something else in its place nothing has been read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is within counts for the scope that it is read in.
  const [scope, sight] = useMemo(() => [new ReadScope(), new Sight()] as const, [outer]);
  useChanges(scope);
  const [, readAgain] = useReducer((times: number) => times + 1, 0);
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const latest = useRef({ show, requires });
  latest.current = { show, requires };
  const way = useMemo<Way>(
    () => ({
      show() {
        const inner = scope.next()?.show ?? latest.current.show;
        if (!scope.isRead(latest.current.requires)) return inner?.();
        afterDrawing(() => {
          if (box.current && end.current) sight.lead(drawnBetween(box.current, end.current));
          readAgain();
        });
      },
      get isFailed() {
        return scope.next()?.isFailed ?? false;
      },
    }),
    [scope, sight],
  );
  // After those of what is within it, and taken back while a boundary above has something else in its place.
  useLayoutEffect(() => {
    if (!outer) return;
    const isWhole = scope.isRead(requires);
    const drawn = box.current && end.current && drawnBetween(box.current, end.current);
    const isRead = drawn && isToBeSeen(name) ? sight.look(drawn, isWhole) : isWhole;
    const leads = isWhole || scope.next() !== undefined || latest.current.show !== undefined;
    outer.report(name, isRead, leads ? way : undefined, stays);
    if (isRead || !isToBeSeen(name) || !box.current || !end.current || !drawn) return;
    const look = () => sight.look(drawn, scope.isRead(latest.current.requires)) && readAgain();
    return watchSight(box.current, end.current, look);
  });
  useLayoutEffect(() => () => outer?.leave(name), [outer, name]);
  return (
    <Unread value={scope}>
      {children === undefined ? null : (
        <div ref={box} className="scroll-mt-32 outline-offset-1">
          {children}
          <span ref={end} aria-hidden="true" className="block h-0" />
        </div>
      )}
    </Unread>
  );
}

/** Once it is drawn, and a small dock has made room for it. */
const afterDrawing = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));

/** What stands in it is folded away: nothing of it counts as drawn. */
export const Folded = ({ children }: { children: ReactNode }) => (
  <Unread value={undefined}>{children}</Unread>
);

/**
 * For a value that is cut or not there, in the element of the reference: the panel knows until all of it was shown once, by
 * `open`.
 */
export function useNotesUnread(
  isUnread: boolean,
  open: () => void,
  isFailed = false,
): RefObject<HTMLDivElement | null> {
  const id = useId();
  const scope = useContext(Unread);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(open);
  latest.current = open;
  useLayoutEffect(() => {
    if (!isUnread) return;
    const show = () => {
      latest.current();
      afterDrawing(() => box.current?.scrollIntoView({ block: "nearest" }));
    };
    scope?.report(id, false, { show, isFailed });
    return () => scope?.leave(id);
  }, [scope, id, isUnread, isFailed]);
  return box;
}

/** Whether a long text is open, and all of this one was shown once: of another in its place nothing was. */
export function useOpened(text: string) {
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState<string>();
  const show = (next: boolean) => {
    setOpen(next);
    setSeen(text);
  };
  return { isOpen, wasOpened: isOpen || seen === text, show };
}

/** Says why nothing is let pass so far, and leads to what is missing. */
export const UnreadNote = ({ way }: { way: Way }) => (
  <p className="flex items-center justify-between gap-2 text-amber text-xs">
    <span>
      <span aria-hidden="true">▲ </span>
      {way.isFailed
        ? "Part of what you decide about could not be loaded."
        : "Part of what you decide about is out of view."}
    </span>
    <Button size="small" className="shrink-0" onClick={way.show}>
      {way.isFailed ? "Try again" : "Show it"}
    </Button>
  </p>
);
