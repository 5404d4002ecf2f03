"use client";

import {
  ChartLine,
  CircleDollarSign,
  GitCompareArrows,
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
import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { getOwn } from "@/lib/core/own";
import { PersonCount } from "../ui/badge";
import { LiveButton } from "../ui/live";
import { DropdownMenu } from "../ui/overlay/dropdown-menu";
import { countText, useLiveRuns, useMyGates } from "./live-lists";
import { isCurrent } from "./routes";

type NavigationPage = { href: string; Icon: LucideIcon; name: string };

/** What a narrow page has room for; the others stand in a menu behind them. */
const FOREMOST: readonly NavigationPage[] = [
  { href: "/", Icon: LayoutDashboard, name: "Overview" },
  { href: "/runs", Icon: Workflow, name: "Runs" },
  { href: "/inbox", Icon: Inbox, name: "Inbox" },
];
const OTHERS: readonly NavigationPage[] = [
  { href: "/history", Icon: History, name: "History" },
  { href: "/replays", Icon: Repeat, name: "Replays" },
  { href: "/compare", Icon: GitCompareArrows, name: "Compare" },
  { href: "/costs", Icon: CircleDollarSign, name: "Costs" },
  { href: "/insights", Icon: ChartLine, name: "Insights" },
  { href: "/lessons", Icon: Lightbulb, name: "Lessons" },
  { href: "/library", Icon: LibraryBig, name: "Library" },
  { href: "/settings", Icon: Settings, name: "Settings" },
];
/** Of the others, the one that a narrow page shows as well. */
const ALSO_NARROW = "/costs";

/** The console's pages: a column at the left, a bar at the bottom where the page is narrow. */
export function Navigation() {
  const counts: Record<string, ReactNode> = { "/runs": <LiveRuns />, "/inbox": <OpenGates /> };
  return (
    <nav
      aria-label="Console"
      data-navigation
      className="border-line bg-panel md:min-h-0 md:grow md:overflow-y-auto max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)]"
    >
      {/* In a bar each has a fifth from the start, also while the page is still being read. */}
      <ul className="flex gap-1 max-md:grid max-md:grid-cols-5 max-md:gap-0 max-md:px-1 md:mt-2 md:flex-col">
        {[...FOREMOST, ...OTHERS].map((page) => (
          <NavigationItem key={page.href} {...page}>
            {getOwn(counts, page.href)}
          </NavigationItem>
        ))}
        <MorePages />
      </ul>
    </nav>
  );
}

function LiveRuns() {
  const live = useLiveRuns();
  if (live.items.length === 0) return null;
  return <span className="text-muted text-xs max-md:sr-only">{countText(live)} live</span>;
}

function OpenGates() {
  const gates = useMyGates();
  const count = countText(gates);
  return (
    <PersonCount count={gates.items.length} label={count === "1" ? "1 open gate" : `${count} open gates`} />
  );
}

const isNarrow = ({ href }: NavigationPage): boolean =>
  FOREMOST.some((page) => page.href === href) || href === ALSO_NARROW;

/** How an entry looks, by whether it leads to the page that is shown. */
const entryClass = (current: boolean): string =>
  `relative flex w-full items-center gap-2.5 rounded-lg border px-2.5 py-1.5 max-md:my-1 max-md:min-h-12 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:whitespace-nowrap max-md:px-0 max-md:py-0.5 max-md:text-[0.6875rem] max-md:tracking-tight ${
    current ? "border-line bg-ground font-medium text-ink" : "border-transparent text-muted hover:text-ink"
  }`;

/** On a narrow page alone: the pages that its bar has no room for. */
function MorePages() {
  const pathname = usePathname();
  const router = useRouter();
  const hidden = OTHERS.filter((page) => !isNarrow(page));
  const shown = hidden.find(({ href }) => isCurrent(href, pathname));
  // As links in sight do by themselves: the menu is about to open.
  const prefetch = () => {
    for (const { href } of hidden) router.prefetch(href);
  };
  return (
    <li className="md:hidden">
      <DropdownMenu
        side="top"
        trigger={
          <LiveButton
            aria-label={shown ? `More: ${shown.name} is shown` : "More"}
            className={entryClass(shown !== undefined)}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            <span aria-hidden="true" className="h-4 font-bold leading-4">
              ⋯
            </span>
            More
          </LiveButton>
        }
        items={hidden.map(({ href, Icon, name }) => ({
          key: href,
          current: href === shown?.href,
          label: (
            <>
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {name}
            </>
          ),
          onSelect: () => router.push(href),
        }))}
      />
    </li>
  );
}

type NavigationItemProps = NavigationPage & { children?: ReactNode };

function NavigationItem({ children, ...page }: NavigationItemProps) {
  const { href, Icon, name } = page;
  const current = isCurrent(href, usePathname());
  return (
    <li className={isNarrow(page) ? "" : "max-md:hidden"}>
      <Link href={href} aria-current={current ? "page" : undefined} className={entryClass(current)}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {name}
        {children && (
          <span className="ml-auto max-md:absolute max-md:top-0 max-md:left-1/2 max-md:ml-3">{children}</span>
        )}
      </Link>
    </li>
  );
}
