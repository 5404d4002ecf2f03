"use client";

import { Keyboard as KeyboardIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { VERB_KEYS } from "@/lib/core/describe/gates";
import { Dialog } from "../ui/dialog";
import { IconButton } from "../ui/icon-button";
import { Kbd } from "../ui/kbd";
import { GO_KEYS, shortcutOf } from "./routes";

const SHORTCUTS = [
  {
    part: "Everywhere",
    keys: [
      { keys: "?", does: "Show keyboard shortcuts" },
      ...GO_KEYS.map(({ key, name }) => ({ keys: `g ${key}`, does: `Go to: ${name}` })),
      { keys: "Ctrl Enter", does: "Submit the current form (⌘ Enter on a Mac)" },
      { keys: "Esc", does: "Close the current dialog" },
    ],
  },
  {
    part: "Inbox and gates",
    keys: [
      { keys: "j k", does: "Next / previous gate" },
      { keys: "Enter", does: "Open" },
      ...VERB_KEYS.map(({ key, does }) => ({ keys: key, does })),
    ],
  },
] as const;

/** Keys that work on every page, and the list of them. Off while somebody types. */
export function Keyboard() {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const before = useRef<{ key: string; at: number }>(undefined);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      const pressed = { key: event.key, at: event.timeStamp };
      const shortcut = shortcutOf(pressed, before.current);
      before.current = pressed;
      if (shortcut === undefined) return;
      event.preventDefault();
      if (shortcut === "help") setOpen(true);
      else router.push(shortcut.go);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        side="top"
        className="max-md:hidden"
        onClick={() => setOpen(true)}
      >
        <KeyboardIcon aria-hidden="true" className="size-4" />
      </IconButton>
      <Dialog title="Keyboard shortcuts" open={open} onOpenChange={setOpen}>
        {SHORTCUTS.map(({ part, keys }) => (
          <section key={part} className="not-first:mt-4">
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
        ))}
      </Dialog>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}

function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null
  );
}
