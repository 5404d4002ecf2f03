/** True when the page at this path is that place or lies under it; the overview has nothing under it. */
export function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
}

/** The key after which another one leads somewhere. */
const GO_KEY = "g";

/** Where the second key leads after it. */
export const GO_KEYS = [
  { key: "o", href: "/", name: "Overview" },
  { key: "r", href: "/runs", name: "Runs" },
  { key: "i", href: "/inbox", name: "Inbox" },
  { key: "h", href: "/history", name: "History" },
  { key: "p", href: "/replays", name: "Replays" },
  { key: "m", href: "/compare", name: "Compare" },
  { key: "c", href: "/costs", name: "Costs" },
  { key: "a", href: "/insights", name: "Insights" },
  { key: "l", href: "/lessons", name: "Lessons" },
  { key: "e", href: "/library", name: "Library" },
  { key: "s", href: "/settings", name: "Settings" },
  { key: "n", href: "/runs/new", name: "New mission" },
] as const;

/** Two keys belong together when the second comes within this time. */
export const KEY_SEQUENCE_TIMEOUT_MS = 1_200;

type Pressed = { key: string; at: number };

/** Where a key leads after the one before; undefined for one that leads nowhere. */
export function wayOf(pressed: Pressed, before: Pressed | undefined): string | undefined {
  if (before?.key !== GO_KEY || pressed.at - before.at > KEY_SEQUENCE_TIMEOUT_MS) return undefined;
  const page = GO_KEYS.find(({ key }) => key === pressed.key);
  return page?.href;
}
