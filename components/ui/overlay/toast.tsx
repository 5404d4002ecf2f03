"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Tone } from "@/lib/core/describe/looks/run";
import { TONE_TEXT } from "../../status";
import { LiveButton } from "../live";

type ToastFacts = {
  title: string;
  text?: string;
  tone?: Tone;
  icon?: string;
  /** Where the message leads. */
  href?: string;
};
/** One that is gone keeps its place while newer ones are shown: none of them moves. */
type ShownToast = ToastFacts & { key: number; gone?: boolean };

type Shown = { toasts: readonly ShownToast[]; dismiss(key: number): void };

const ShowToast = createContext<(toast: ToastFacts) => void>(() => undefined);
const ShownToasts = createContext<Shown>({ toasts: [], dismiss: () => undefined });

/** Shows a short message that goes by itself, announced politely: what others did, or what has been done. */
export const useToast = () => use(ShowToast);

const SHOWN_MS = 6_000;
const MAX_PLACES = 3;
let lastKey = 0;

/** Keeps the messages of the page; `Toasts` shows them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const show = useCallback((toast: ToastFacts) => {
    lastKey += 1;
    const key = lastKey;
    setToasts((now) => [...now, { ...toast, key }].slice(-MAX_PLACES));
  }, []);
  const dismiss = useCallback((key: number) => {
    setToasts((now) => {
      const left = now.map((toast) => (toast.key === key ? { ...toast, gone: true } : toast));
      return left.slice(0, left.findLastIndex(({ gone }) => !gone) + 1);
    });
  }, []);
  const shown = useMemo(() => ({ toasts, dismiss }), [toasts, dismiss]);
  return (
    <ShowToast value={show}>
      <ShownToasts value={shown}>{children}</ShownToasts>
    </ShowToast>
  );
}

/**
 * The messages, in a place of their own under the navigation, which scrolls where both do not fit, the newest at the top;
 * where the page is low the last one, where it is narrow too, over the name in the header. No control of the page is
 * there: a message must never slide under the pointer of somebody who is about to approve.
 */
export function Toasts() {
  const { toasts, dismiss } = use(ShownToasts);
  return (
    <ol
      aria-label="Messages"
      aria-live="polite"
      className="flex shrink-0 flex-col-reverse gap-2 empty:absolute max-md:absolute max-md:top-1 max-md:right-32 max-md:left-1 max-md:[&>:not(:last-child)]:hidden [@media(height<50rem)]:[&>:not(:last-child)]:hidden"
    >
      {toasts.map((toast) => (
        <Toast key={toast.key} toast={toast} onClose={() => dismiss(toast.key)} />
      ))}
    </ol>
  );
}

/** One message, which goes by itself. It takes no key: Esc belongs to the sheet or dialog that a person is in. */
function Toast({ toast, onClose }: { toast: ToastFacts & { gone?: boolean }; onClose(): void }) {
  const { title, text, tone = "plain", icon, href, gone = false } = toast;
  const [isPaused, setPaused] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (isPaused || gone) return;
    const timer = setTimeout(() => close.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPaused, gone]);
  return (
    <li
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={`motion-rise relative rounded-xl border border-line bg-raised py-2 pr-9 pl-3 wrap-anywhere shadow-float ${gone ? "invisible" : ""}`}
    >
      <p className={`line-clamp-1 font-medium md:line-clamp-2 ${tone === "plain" ? "" : TONE_TEXT[tone]}`}>
        {icon && <span aria-hidden="true">{icon} </span>}
        {href === undefined ? (
          title
        ) : (
          <Link href={href} onClick={onClose} className="hover:underline">
            {title}
          </Link>
        )}
      </p>
      {text && <p className="line-clamp-2 text-muted text-xs max-md:hidden">{text}</p>}
      <LiveButton
        aria-label="Dismiss"
        onClick={onClose}
        className="absolute top-0.5 right-0.5 inline-grid size-8 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </LiveButton>
    </li>
  );
}
