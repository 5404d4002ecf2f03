"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useRef } from "react";
import { useInSight } from "../ui/behavior/use-in-sight";
import { isCurrent } from "./routes";

type SubPagesProps = { label: string; pages: readonly { href: string; name: string }[] };

/** The way between the pages that share a heading. */
export function SubPages({ label, pages }: SubPagesProps) {
  const pathname = usePathname();
  const row = useRef<HTMLElement>(null);
  useInSight(row, '[aria-current="page"]', pathname);
  return (
    <nav ref={row} aria-label={label} className="overflow-x-auto border-line border-b">
      <ul className="flex gap-5 px-1">
        {pages.map(({ href, name }) => {
          const current = isCurrent(href, pathname);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className={`-mb-px block whitespace-nowrap border-b-2 py-2 -outline-offset-2 ${
                  current ? "border-ink font-medium text-ink" : "border-transparent text-muted hover:text-ink"
                }`}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
