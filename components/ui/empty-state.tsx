import type { ReactNode } from "react";

type EmptyStateProps = {
  title: string;
  /** What would be here, and how it gets here. */
  children?: ReactNode;
  action?: ReactNode;
};

/** A place with nothing in it yet: says why, and what to do. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-8 text-center">
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-prose text-balance text-muted">{children}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
