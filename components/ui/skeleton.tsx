/** Room that is taken before its content is there. The classes say how much. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-skeleton
      className={`rounded-lg bg-line motion-safe:animate-pulse ${className}`}
    />
  );
}

/** A page's name, with skeletons of its parts below. */
export function LoadingPage({ title, heights }: { title: string; heights: readonly string[] }) {
  return (
    <div role="status" className="grid gap-4">
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      <span className="sr-only">Loading…</span>
      {heights.map((height) => (
        <Skeleton key={height} className={height} />
      ))}
    </div>
  );
}

/** A panel whose code is on its way: it takes its room, and says so. */
export function PanelSkeleton() {
  return (
    <div role="status" className="grid gap-3 p-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-6 w-56 max-w-full" />
      <Skeleton className="h-24" />
      <Skeleton className="h-32" />
    </div>
  );
}
