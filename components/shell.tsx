import Link from "next/link";
import type { ReactNode } from "react";

/** The frame of every page: where one is, and what kind of installation this is. */
export function Shell({ simulated, children }: { simulated: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:rounded-lg focus:bg-panel focus:px-3 focus:py-2"
      >
        Skip to the content
      </a>
      <div className="border-b border-line bg-panel">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2.5">
          <Link href="/" className="inline-flex items-center gap-2 font-semibold tracking-tight">
            <Mark />
            Waymark
          </Link>
          <p className="text-muted text-xs">
            {simulated && <span>Simulated model, no key · </span>}
            Local mode, this machine only
          </p>
        </div>
      </div>
      <main id="main" className="mx-auto grid w-full max-w-7xl grow content-start gap-4 px-4 py-5">
        {children}
      </main>
    </div>
  );
}

function Mark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M3 15V3l6 5 6-5v12" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
