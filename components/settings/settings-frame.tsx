"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { isCurrent } from "../shell/routes";
import { PageHeader } from "../ui/page-header";
import { SETTINGS_PAGES } from "./pages";

/** What all pages of the settings have around them: their name and the way to the others. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return (
    <>
      <PageHeader title="Settings">
        Settings of this workspace. Changes apply to running missions within seconds.
      </PageHeader>
      <nav aria-label="Settings" className="overflow-x-auto border-line border-b">
        <ul className="flex gap-5 px-1">
          {SETTINGS_PAGES.map(({ href, name }) => {
            const current = isCurrent(href, pathname);
            return (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={current ? "page" : undefined}
                  className={`-mb-px block whitespace-nowrap border-b-2 py-2 -outline-offset-2 ${
                    current
                      ? "border-ink font-medium text-ink"
                      : "border-transparent text-muted hover:text-ink"
                  }`}
                >
                  {name}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {children}
    </>
  );
}
