import type { ReactNode } from "react";

type SectionProps = {
  title: string;
  aside?: ReactNode;
  /** 2 where no heading of the second level stands above it. */
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

/** A titled part of the inspector. */
export function Section({ title, aside, level = 3, className = "", children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={`grid gap-1.5 border-line border-b px-4 py-3 last:border-b-0 ${className}`}>
      <div className="flex items-baseline justify-between gap-3">
        <Heading className="font-semibold text-muted text-xs">{title}</Heading>
        {aside && <span className="text-muted text-xs">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
