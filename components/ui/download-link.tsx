import type { ReactNode } from "react";

/** A link to a file that looks like a button; the browser keeps what it leads to. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-9 items-center rounded-lg border border-line bg-panel px-3 py-1.5 font-medium hover:border-edge"
    >
      {children}
    </a>
  );
}
