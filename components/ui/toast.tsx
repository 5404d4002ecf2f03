"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { TONE_TEXT, type Tone } from "../status";

export type ToastFacts = {
  title: string;
  text?: string;
  tone?: Tone;
  icon?: string;
  /** Where the message leads. */
  href?: string;
};
type ShownToast = ToastFacts & { key: number };

const ShowToast = createContext<(toast: ToastFacts) => void>(() => undefined);

/** Shows a short message that goes by itself, announced politely: what others did, or what has been done. */
export const useToast = () => use(ShowToast);

const SHOWN_MS = 6_000;
let lastKey = 0;

/**
 * Holds the messages of the page; they stay while the pointer or the focus is on them. They come where nothing is
 * decided: one must never slide under the pointer of somebody who is about to approve.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const show = useCallback((toast: ToastFacts) => {
    lastKey += 1;
    const key = lastKey;
    setToasts((now) => [...now, { ...toast, key }].slice(-4));
  }, []);
  const dismiss = (key: number) => setToasts((now) => now.filter((toast) => toast.key !== key));
  return (
    <ShowToast value={show}>
      {children}
      <ol
        aria-label="Messages"
        aria-live="polite"
        className="fixed inset-x-4 top-16 z-50 grid gap-2 empty:hidden md:top-auto md:right-auto md:bottom-4 md:w-[22rem]"
      >
        {toasts.map((toast) => (
          <Message key={toast.key} toast={toast} onClose={() => dismiss(toast.key)} />
        ))}
      </ol>
    </ShowToast>
  );
}

/** Goes by itself. It takes no key: Esc belongs to the sheet or dialog that a person is in. */
function Message({ toast, onClose }: { toast: ShownToast; onClose(): void }) {
  const { title, text, tone = "plain", icon, href } = toast;
  const [isPaused, setPaused] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => close.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPaused]);
  return (
    <li
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="motion-rise relative rounded-xl border border-line bg-raised py-2.5 pr-10 pl-3.5 shadow-float"
    >
      <p className={`font-medium ${tone === "plain" ? "" : TONE_TEXT[tone]}`}>
        {icon && <span aria-hidden="true">{icon} </span>}
        {href === undefined ? (
          title
        ) : (
          <Link href={href} onClick={onClose} className="hover:underline">
            {title}
          </Link>
        )}
      </p>
      {text && <p className="line-clamp-3 text-muted text-xs">{text}</p>}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onClose}
        className="absolute top-1.5 right-1.5 inline-grid size-8 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
