import type { ReactNode } from "react";

type PageHeaderProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** The name of a page, a sentence on what it is for, and what one can do on all of it. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      {/* Whether the actions stand beside a sentence hangs on no width of letters: these may change when a typeface comes. */}
      <div className={`min-w-0 ${children ? "flex-[1_1_min(100%,24rem)]" : "flex-auto"}`}>
        <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h1>
        {children && <p className="text-muted">{children}</p>}
      </div>
      {actions && (
        <div data-acts className="flex flex-wrap gap-2">
          {actions}
        </div>
      )}
    </div>
  );
}
