"use client";

import { Check } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from "react";
import { LiveButton } from "../live";
import { type Align, Floating, type Side } from "./floating";

export type MenuItem = {
  key: string;
  label: ReactNode;
  onSelect: () => void;
  /** Set for a choice among the menu's items: whether it is the one in force. */
  checked?: boolean;
  disabled?: boolean;
  /** It leads to the page that is shown. */
  current?: boolean;
};

/** What has the focus when the menu opens: an item by keyboard, the menu itself by pointer. */
export type MenuEntry = "menu" | "first" | "last";

type MenuProps = {
  items: readonly MenuItem[];
  side: Side;
  align: Align;
  id: string;
  label: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  entry: MenuEntry;
  onClose(): void;
};

const BOX =
  "motion-enter max-h-[calc(100dvh-1rem)] min-w-44 overflow-y-auto rounded-xl border border-line bg-raised p-1 text-ink shadow-float";
const ROW =
  "flex min-h-9 max-md:min-h-11 w-full cursor-pointer select-none items-center gap-2 rounded-lg px-2.5 text-left outline-none focus:bg-ground disabled:cursor-not-allowed disabled:opacity-60";

/** The items of an open menu, above the page; loaded when the pointer or the focus is on the first button of one. */
export function Menu({ id, label, button, items, side, align, entry, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const leave = () => {
    button.current?.focus();
    onClose();
  };
  useEffect(() => {
    const target = entry === "menu" ? undefined : enabledItems(list.current).at(entry === "first" ? 0 : -1);
    (target ?? list.current)?.focus({ preventScroll: true });
  }, [entry]);
  usePressOutside([list, button], onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The focus is back on the button when the key takes effect: it leads to what comes after it.
    if (event.key === "Tab") return leave();
    const rows = enabledItems(list.current);
    const at = rows.findIndex((row) => row.matches(":focus"));
    const to = itemAfterKey(
      event.key,
      at,
      rows.map((row) => row.textContent ?? ""),
    );
    if (to === undefined) return;
    event.preventDefault();
    rows[to]?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node) || relatedTarget === button.current) return;
    if (!list.current?.contains(relatedTarget)) onClose();
  };
  return (
    <Floating anchor={button} side={side} align={align} onDismiss={leave} className={BOX}>
      {label && (
        <p aria-hidden="true" className="px-2.5 py-1.5 text-muted text-xs">
          {label}
        </p>
      )}
      <div
        id={id}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        ref={list}
        onPointerLeave={() => list.current?.focus({ preventScroll: true })}
        role="menu"
        aria-labelledby={`${id}-button`}
        tabIndex={-1}
        className="outline-none"
      >
        {items.map(({ key, checked, disabled = false, current = false, onSelect, label: text }) => (
          <LiveButton
            key={key}
            {...(checked === undefined
              ? { role: "menuitem" }
              : { role: "menuitemcheckbox", "aria-checked": checked })}
            disabled={disabled}
            aria-current={current ? "page" : undefined}
            tabIndex={-1}
            className={`${ROW} ${current ? "font-medium" : ""}`}
            onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
            onClick={() => {
              leave();
              onSelect();
            }}
          >
            {text}
            {(checked || current) && <Check aria-hidden="true" className="ml-auto size-4" />}
          </LiveButton>
        ))}
      </div>
    </Floating>
  );
}

/** The items that can be chosen, in order. */
const enabledItems = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)") ?? []),
];

/** Where a key leads from item `at`, -1 being none: a letter to the next item that begins with it. Ends lead nowhere further. */
export function itemAfterKey(key: string, at: number, labels: readonly string[]): number | undefined {
  const last = labels.length - 1;
  if (key === "ArrowDown") return Math.min(at + 1, last);
  if (key === "ArrowUp") return at === -1 ? last : Math.max(at - 1, 0);
  if (key === "Home" || key === "PageUp") return 0;
  if (key === "End" || key === "PageDown") return last;
  if (key.length !== 1 || key === " ") return undefined;
  const order = [...labels.keys()].map((step) => (at + 1 + step) % labels.length);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()));
}

function usePressOutside(inside: readonly RefObject<HTMLElement | null>[], onPress: () => void): void {
  const latest = useRef({ inside, onPress });
  useEffect(() => {
    latest.current = { inside, onPress };
  });
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = latest.current.inside.some(({ current }) => current?.contains(target as Node));
      if (!isInside) latest.current.onPress();
    };
    document.addEventListener("pointerdown", onPointerDown, { capture: true });
    return () => document.removeEventListener("pointerdown", onPointerDown, { capture: true });
  }, []);
}
