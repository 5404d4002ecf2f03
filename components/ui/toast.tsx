"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { TONE_TEXT, type Tone } from "../status";

export type ToastFacts = {
  title: string;
  text?: string;
  tone?: Tone;
  icon?: string;
  /** Where the message leads. */
  href?: string;
};
type Shown = ToastFacts & { key: number };

const ShowToast = createContext<(toast: ToastFacts) => void>(() => undefined);

/** Shows a short message that goes by itself, announced politely: what others did, or what has been done. */
export const useToast = () => use(ShowToast);

const SHOWN_MS = 6_000;
let lastKey = 0;

/** Holds the messages of the page; they stay while the pointer or the focus is on them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const show = useCallback((toast: ToastFacts) => {
    lastKey += 1;
    const key = lastKey;
    setToasts((now) => [...now, { ...toast, key }].slice(-4));
  }, []);
  const drop = (key: number) => setToasts((now) => now.filter((toast) => toast.key !== key));
  const viewport = useMemo(
    () => (
      <Radix.Viewport className="fixed right-4 bottom-20 z-50 grid w-[22rem] max-w-[calc(100vw-2rem)] gap-2 outline-none md:bottom-4" />
    ),
    [],
  );
  return (
    <ShowToast value={show}>
      {children}
      {toasts.length > 0 && (
        <Radix.Provider duration={SHOWN_MS} swipeDirection="right">
          {toasts.map((toast) => (
            <Message key={toast.key} toast={toast} onClose={() => drop(toast.key)} />
          ))}
          {viewport}
        </Radix.Provider>
      )}
    </ShowToast>
  );
}

function Message({ toast, onClose }: { toast: Shown; onClose(): void }) {
  const { title, text, tone = "plain", icon, href } = toast;
  return (
    <Radix.Root
      type="background"
      onOpenChange={(open) => !open && onClose()}
      className="motion-rise relative rounded-xl border border-line bg-raised py-2.5 pr-10 pl-3.5 shadow-float"
    >
      <Radix.Title className={`font-medium ${tone === "plain" ? "" : TONE_TEXT[tone]}`}>
        {icon && <span aria-hidden="true">{icon} </span>}
        {href === undefined ? (
          title
        ) : (
          <Link href={href} onClick={onClose} className="hover:underline">
            {title}
          </Link>
        )}
      </Radix.Title>
      {text && <Radix.Description className="line-clamp-3 text-muted text-xs">{text}</Radix.Description>}
      <Radix.Close
        aria-label="Dismiss"
        className="absolute top-1.5 right-1.5 inline-grid size-8 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
