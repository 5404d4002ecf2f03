import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteKey } from "./route-types";
import { ROUTE_KEYS } from "./routes";

/** A line of a table of docs/api.md: an address with its method, and what it does. */
const ROW = /^\| `([A-Z]+) (\/[^?`]+)[^`]*` \| (.*) \|$/gm;
/** A link of the documents, which leads nowhere outside of them. */
const LINK = /\[([^\]]+)\]\([^)]+\)/g;

/** What docs/api.md says of each address, as CommonMark without links. An address in two rows has both. */
export function routeDescriptions(markdown: string): Map<RouteKey, string> {
  const found = new Map<RouteKey, string>();
  for (const [, method, path, text = ""] of markdown.matchAll(ROW)) {
    const key = `${method} /api/v1${path}` as RouteKey;
    if (!ROUTE_KEYS.includes(key)) continue;
    const words = text.replaceAll("\\|", "|").replace(LINK, "$1");
    const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    const before = found.get(key);
    found.set(key, before === undefined ? sentence : `${before}\n\n${sentence}`);
  }
  return found;
}

/** Those of the document of this installation. */
export const readDescriptions = (): Map<RouteKey, string> =>
  routeDescriptions(readFileSync(join(process.cwd(), "docs/api.md"), "utf8"));
