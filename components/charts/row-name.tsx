import Link from "next/link";

type RowNameProps = { name: string; href: string | undefined; className?: string };

/** The name of a row of figures, which leads to what is behind it where anything is. */
export function RowName({ name, href, className = "hover:underline" }: RowNameProps) {
  if (href === undefined) return name;
  return (
    <Link prefetch={false} href={href} className={className}>
      {name}
    </Link>
  );
}
