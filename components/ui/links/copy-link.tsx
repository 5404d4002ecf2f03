"use client";

import { Link2 } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "../button";
import { IconButton } from "../icon-button";
import { LiveInput } from "../live";
import { useToast } from "../overlay/toast";

type CopyLinkProps = {
  /** The address within the console. */
  href: string;
  /** What it leads to, where there are several on a page. */
  of?: string;
  /** Where there is no room for words: what came of it is said as a message. */
  isIcon?: boolean;
  className?: string;
};

const SAID_MS = 3_000;
const field = "h-7 min-w-0 grow rounded-md border border-edge bg-panel px-2 font-mono text-ink text-xs";

/** Puts the full address on the clipboard. Where the browser refuses that, the address is there to be copied by hand. */
export function CopyLink({ href, of, isIcon = false, className = "" }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  const [address, setAddress] = useState("");
  const toast = useToast();
  const shown = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (outcome === "refused") shown.current?.select();
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const whole = new URL(href, window.location.href).href;
    setAddress(whole);
    try {
      await navigator.clipboard.writeText(whole);
      setOutcome("copied");
      if (isIcon) toast({ title: "Link copied", tone: "ok", icon: "✓" });
    } catch {
      // Undefined outside of secure pages, and refused where the browser was told so.
      setOutcome("refused");
      shown.current?.select();
    }
  };
  return (
    <>
      {isIcon ? (
        <IconButton label="Copy link" className={`size-7 ${className}`} onClick={() => void copy()}>
          <Link2 aria-hidden="true" className="size-4" />
        </IconButton>
      ) : (
        <>
          <Button
            size="small"
            variant="quiet"
            className={`min-w-20 ${className}`}
            aria-label={of === undefined || outcome === "copied" ? undefined : `Copy link: ${of}`}
            onClick={() => void copy()}
          >
            {outcome === "copied" ? "Copied" : "Copy link"}
          </Button>
          <span role="status" className="sr-only">
            {outcome === "copied" && "Link copied"}
          </span>
        </>
      )}
      {outcome === "refused" && (
        <CopyByHand ref={shown} address={address} onCopy={() => setOutcome("copied")} />
      )}
    </>
  );
}

type CopyByHandProps = { address: string; onCopy(): void; ref?: RefObject<HTMLInputElement | null> };

/** An address that the browser did not put on the clipboard. */
function CopyByHand({ address, onCopy, ref }: CopyByHandProps) {
  const id = useId();
  return (
    <span className="flex w-full items-center gap-2 text-xs">
      <label htmlFor={id} className="shrink-0">
        Copy this link:
      </label>
      <LiveInput
        ref={ref}
        id={id}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
        onCopy={onCopy}
        className={field}
      />
    </span>
  );
}
