import Link from "next/link";

type FilterLinksProps = {
  /** What is filtered, for a screen reader. */
  label: string;
  links: readonly { href: string; label: string; isCurrent: boolean }[];
};

/** Choices of which one is in force, each an address of the page. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1.5">
        {links.map((link) => (
          <li key={link.label}>
            <Link
              href={link.href}
              aria-current={link.isCurrent ? "true" : undefined}
              className={`inline-flex min-h-8 items-center rounded-full border px-3 ${
                link.isCurrent
                  ? "border-ink bg-ink text-ground"
                  : "border-line bg-panel text-muted hover:border-edge hover:text-ink"
              }`}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
