"use client";

import {
  ChartLine,
  CircleDollarSign,
  History,
  Inbox,
  LayoutDashboard,
  LibraryBig,
  Lightbulb,
  type LucideIcon,
  Repeat,
  Settings,
  Workflow,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PersonCount } from "../ui/badge";
import { useLiveRuns, useOpenGates } from "./live-lists";
import { isCurrent } from "./routes";

/** The console's pages: a column at the left, a bar at the bottom where the page is narrow. */
export function Navigation() {
  const openGates = useOpenGates().items.length;
  const liveRuns = useLiveRuns().items.length;
  return (
    <nav
      aria-label="Console"
      className="border-line bg-panel md:min-h-0 md:grow md:overflow-y-auto max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex gap-1 max-md:gap-0 max-md:overflow-x-auto max-md:px-0.5 md:mt-2 md:flex-col">
        <NavigationItem href="/" Icon={LayoutDashboard} name="Overview" />
        <NavigationItem href="/runs" Icon={Workflow} name="Runs">
          {liveRuns > 0 && <span className="text-muted text-xs max-md:sr-only">{liveRuns} live</span>}
        </NavigationItem>
        <NavigationItem href="/inbox" Icon={Inbox} name="Inbox">
          <PersonCount
            count={openGates}
            label={openGates === 1 ? "1 open gate" : `${openGates} open gates`}
          />
        </NavigationItem>
        <NavigationItem href="/history" Icon={History} name="History" />
        <NavigationItem href="/replays" Icon={Repeat} name="Replays" />
        <NavigationItem href="/costs" Icon={CircleDollarSign} name="Costs" />
        <NavigationItem href="/insights" Icon={ChartLine} name="Insights" />
        <NavigationItem href="/lessons" Icon={Lightbulb} name="Lessons" />
        <NavigationItem href="/library" Icon={LibraryBig} name="Library" />
        <NavigationItem href="/settings" Icon={Settings} name="Settings" />
      </ul>
    </nav>
  );
}

type NavigationItemProps = { href: string; Icon: LucideIcon; name: string; children?: ReactNode };

function NavigationItem({ href, Icon, name, children }: NavigationItemProps) {
  const current = isCurrent(href, usePathname());
  return (
    <li className="max-md:min-w-13 max-md:shrink-0 max-md:grow">
      <Link
        href={href}
        aria-current={current ? "page" : undefined}
        className={`relative flex items-center gap-2.5 rounded-lg border px-2.5 py-1.5 max-md:my-1 max-md:min-h-12 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:whitespace-nowrap max-md:px-0 max-md:py-0.5 max-md:text-[0.6875rem] max-md:tracking-tight ${
          current
            ? "border-line bg-ground font-medium text-ink"
            : "border-transparent text-muted hover:text-ink"
        }`}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {name}
        {children && (
          <span className="ml-auto max-md:absolute max-md:top-0 max-md:left-1/2 max-md:ml-3">{children}</span>
        )}
      </Link>
    </li>
  );
}
