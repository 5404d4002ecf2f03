import { LogOut } from "lucide-react";
import Link from "next/link";
import { Badge } from "../ui/badge";
import { IconButton } from "../ui/icon-button";
import { Toasts } from "../ui/overlay/toast";
import { PageArrives } from "../ui/skeleton";
import { ConnectionBanner } from "./connection-banner";
import { Keyboard } from "./keyboard";
import { LiveShell } from "./live-shell";
import { Navigation } from "./navigation";
import { Providers } from "./providers";
import { RightsOfViewer } from "./rights";
import { ServerRendered } from "./server-rendered";
import { SpendingBadge } from "./spending-badge";
import { ThemeSwitch } from "./theme-switch";
import type { ShellProps } from "./types";

/**
 * The frame of every page: where one is, what needs a person, and what kind of installation this is. A page whose
 * outermost element has `data-bleed` gets the whole width, without padding.
 */
export function Shell({ facts, children }: ShellProps) {
  return (
    <Providers>
      <RightsOfViewer capabilities={facts.capabilities} viewer={facts.viewer} zone={facts.zone}>
        <ServerRendered state={facts.lists}>
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-raised focus:px-3 focus:py-2"
          >
            Skip to content
          </a>
          <div className="flex min-h-dvh flex-col md:grid md:grid-cols-[12.5rem_minmax(0,1fr)]">
            {/* Messages stand beside the header: a live region stays in reach of screen readers while a dialog hides the rest. */}
            <div className="border-line bg-panel max-md:sticky max-md:top-0 max-md:z-20 md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:gap-3 md:border-r md:p-3">
              <header className="flex h-12 items-center gap-3 border-line px-4 max-md:border-b md:contents">
                <Link
                  href="/"
                  className="inline-flex min-h-9 shrink-0 items-center gap-2 font-semibold tracking-tight md:px-2"
                >
                  <Logo />
                  Waymark
                </Link>
                <Navigation />
                <div className="flex items-center gap-1 max-md:ml-auto md:order-last md:flex-wrap md:justify-between">
                  <p className="flex flex-wrap justify-end gap-1 max-md:gap-0.5 max-md:[&_span]:leading-4 md:justify-start md:pb-1">
                    {!facts.tokenRequired && <Badge tone="amber">No access token</Badge>}
                    <SpendingBadge first={facts.spending} />
                    {facts.simulated && <Badge tone="amber">Simulated model</Badge>}
                    <span className="max-sm:hidden">
                      <Badge>Local mode</Badge>
                    </span>
                  </p>
                  <div className="flex">
                    <ThemeSwitch theme={facts.theme} />
                    <Keyboard />
                    {facts.tokenRequired && (
                      <form action="/sign-out" method="post">
                        <IconButton label="Sign out" side="top" type="submit" data-act="Sign out">
                          <LogOut aria-hidden="true" className="size-4" />
                        </IconButton>
                      </form>
                    )}
                  </div>
                </div>
              </header>
              <Toasts />
            </div>
            <div className="flex min-w-0 grow flex-col">
              <ConnectionBanner />
              <main
                id="main"
                tabIndex={-1}
                className="mx-auto grid w-full max-w-[96rem] grow grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 pb-20 outline-none has-[>[data-bleed]]:max-w-none has-[>[data-bleed]]:content-stretch has-[>[data-bleed]]:gap-0 has-[>[data-bleed]]:p-0 max-md:has-[>[data-bleed]]:pb-16 md:p-6"
              >
                {children}
                <PageArrives seenWhen="only:grid" />
              </main>
            </div>
          </div>
          <LiveShell notices={facts.notices} />
        </ServerRendered>
      </RightsOfViewer>
    </Providers>
  );
}

function Logo() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M3 15V3l6 5 6-5v12" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
