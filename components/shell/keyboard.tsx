"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { stopComposing } from "../ui/behavior/composing";
import { isBesideGate, isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { keepFocus } from "../ui/behavior/keep-focus";
import { type ActOf, actOf, FORM_KEYS, type Pressed, SHELL_KEYS } from "../ui/behavior/shortcuts";
import { stopSingleKey, useSingleKeys } from "../ui/behavior/single-keys";
import { useKeyDown } from "../ui/behavior/use-key-down";
import { useRowKeys } from "../ui/behavior/use-row-keys";
import { IconButton } from "../ui/icon-button";
import { wayOf } from "./routes";

const Sheets = dynamic(() => import("../palette/sheets").then((room) => room.Sheets), { ssr: false });

type Sheet = ActOf<typeof SHELL_KEYS> | "none";

/**
 * Keys that work on every page, and what they open: the palette, and the list of all keys. Letters are off while somebody
 * types, and the focus stays on the page.
 */
export function Keyboard() {
  const [sheet, setSheet] = useState<Sheet>();
  // Known before React draws it: the next key may come sooner.
  const asked = useRef<Sheet>("none");
  const typed = useRef("");
  const show = useCallback((next: Sheet) => {
    asked.current = next;
    typed.current = "";
    setSheet(next);
  }, []);
  const router = useRouter();
  useRowKeys();
  useEffect(keepFocus, []);
  const isSingleOn = useSingleKeys();
  useEffect(() => {
    // What names a key beside a button is hidden with it (kbd.tsx).
    document.documentElement.dataset.singleKeys = isSingleOn ? "on" : "off";
  }, [isSingleOn]);
  useEffect(() => {
    const onFirst = (event: KeyboardEvent) => {
      if (stopComposing(event)) return;
      stopHeldPress(event);
      const text = asked.current === "none" || isSheetThere() ? undefined : typedAhead(typed.current, event);
      if (text === undefined) return stopSingleKey(event);
      event.preventDefault();
      event.stopPropagation();
      if (actOf(FORM_KEYS, event) === "close") show("none");
      else typed.current = text;
    };
    window.addEventListener("keydown", onFirst, { capture: true });
    return () => window.removeEventListener("keydown", onFirst, { capture: true });
  }, [show]);
  const before = useRef<{ key: string; at: number }>(undefined);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isInOverlay(event.target) && !isBesideGate(event.target))) return;
      const pressed = { key: event.key, at: event.timeStamp };
      const isHeld = event.ctrlKey || event.metaKey || event.altKey;
      const act = isTyping(event.target) && !isHeld ? undefined : actOf(SHELL_KEYS, event);
      // What leads elsewhere would be pressed by mistake where a gate is answered.
      const isOff = isHeld || isTyping(event.target) || isInOverlay(event.target);
      const way = act || isOff ? undefined : wayOf(pressed, before.current);
      before.current = isTyping(event.target) ? undefined : pressed;
      if (act === undefined && way === undefined) return;
      event.preventDefault();
      if (act) show(act);
      else if (way !== undefined) router.push(way);
    };
    // Before the page's own keys: after `g` the letter of a place is no verb of a gate.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [router, show]);
  useKeyDown(submitForm);
  return (
    <>
      <IconButton
        label="Search and commands (Ctrl K)"
        side="top"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show("palette")}
      >
        <Search aria-hidden="true" className="size-4" />
      </IconButton>
      {sheet && <Sheets open={sheet} typed={typed} onOpen={show} />}
    </>
  );
}

const isSheetThere = (): boolean =>
  document.activeElement?.closest("[role=dialog]")?.querySelector("[data-sheet]") != null;

/**
 * What is typed for a sheet that was asked for and is not there yet: a letter would be a key of the page, and Enter press
 * what has the focus. Undefined for a key that is not held back: with Ctrl, ⌘ or Alt, Tab, and those of the browser.
 */
export function typedAhead(text: string, { key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (ctrlKey || metaKey || altKey || /^(Tab$|F\d)/.test(key)) return undefined;
  if (key === "Backspace") return text.slice(0, -1);
  return key.length === 1 ? text + key : text;
}

/** Takes a key that is held down for one press of a button, or of what sends: the next would answer what the first led to. */
export function stopHeldPress(event: KeyboardEvent): void {
  const { repeat, key, target } = event;
  if (!repeat || (key !== "Enter" && key !== " ")) return;
  const isOnButton = target instanceof Element && target.closest("button") !== null;
  if (isOnButton || actOf(FORM_KEYS, event) === "submit") event.preventDefault();
}

/** Sends the form that the focus is in, of any field; after all others, which may have a sense of their own for the key. */
export function submitForm(event: KeyboardEvent): void {
  const { target, defaultPrevented } = event;
  if (defaultPrevented || event.repeat || actOf(FORM_KEYS, event) !== "submit") return;
  if (!(target instanceof Element) || target.matches("button, a")) return;
  const form = target.closest("form");
  const button = form?.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!form || button?.disabled || button?.ariaDisabled === "true") return;
  event.preventDefault();
  form.requestSubmit();
}
