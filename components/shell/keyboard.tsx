"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { isBesideGate, isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { keepFocus } from "../ui/behavior/keep-focus";
import { actOf, FORM_KEYS, SHELL_KEYS } from "../ui/behavior/shortcuts";
import { stopSingleKey, useSingleKeys } from "../ui/behavior/single-keys";
import { useRowKeys } from "../ui/behavior/use-row-keys";
import { IconButton } from "../ui/icon-button";
import { wayOf } from "./routes";

const Sheets = dynamic(() => import("../palette/sheets").then((room) => room.Sheets), { ssr: false });

/**
 * Keys that work on every page, and what they open: the palette, and the list of all keys. Letters are off while somebody
 * types, and the focus stays on the page.
 */
export function Keyboard() {
  const [sheet, setSheet] = useState<"keys" | "palette" | "none">();
  const router = useRouter();
  useRowKeys();
  useEffect(keepFocus, []);
  const isSingleOn = useSingleKeys();
  useEffect(() => {
    // What names a key beside a button is hidden with it (kbd.tsx).
    document.documentElement.dataset.singleKeys = isSingleOn ? "on" : "off";
  }, [isSingleOn]);
  useEffect(() => {
    window.addEventListener("keydown", stopSingleKey, { capture: true });
    return () => window.removeEventListener("keydown", stopSingleKey, { capture: true });
  }, []);
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
      if (act) setSheet(act);
      else if (way !== undefined) router.push(way);
    };
    // Before the page's own keys: after `g` the letter of a place is no verb of a gate.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [router]);
  useEffect(() => {
    document.addEventListener("keydown", submitForm);
    return () => document.removeEventListener("keydown", submitForm);
  }, []);
  return (
    <>
      <IconButton label="Search and commands (Ctrl K)" side="top" onClick={() => setSheet("palette")}>
        <Search aria-hidden="true" className="size-4" />
      </IconButton>
      {sheet && <Sheets open={sheet} onOpen={setSheet} />}
    </>
  );
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
