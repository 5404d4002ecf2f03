import Link from "next/link";
import { withQuery } from "@/lib/client/call";

/** Names a field of the address and its choices. `all` is what no choice is called; without it, a choice once more takes it back. */
type FilterGroup = {
  name: string;
  all?: string;
  choices: readonly (readonly [value: string, label: string])[];
};

type FilterLinksProps = {
  /** What is filtered, for a screen reader. */
  label: string;
  path: string;
  /** Fields of the page's address. */
  view: object;
  groups: readonly FilterGroup[];
};

/** Choices of which one of each group is in force, each an address of the page, at its beginning. */
export function FilterLinks({ label, path, view, groups }: FilterLinksProps) {
  const said = new Map<string, unknown>(Object.entries(view));
  const links = groups.flatMap(({ name, all, choices }) =>
    [...(all === undefined ? [] : [[undefined, all] as const]), ...choices].map(([value, text]) => {
      const isCurrent = value === said.get(name);
      const next = isCurrent && all === undefined ? undefined : value;
      return { text, isCurrent, href: withQuery(path, { ...view, [name]: next, cursor: undefined }) };
    }),
  );
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1.5">
        {links.map(({ text, isCurrent, href }) => (
          <li key={text}>
            <Link
              href={href}
              aria-current={isCurrent ? "true" : undefined}
              className={`inline-flex min-h-8 items-center rounded-full border px-3 ${
                isCurrent
                  ? "border-ink bg-ink text-ground"
                  : "border-line bg-panel text-muted hover:border-edge hover:text-ink"
              }`}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
