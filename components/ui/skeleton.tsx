/** Room that is taken before its content is there. The classes say how much. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-lg bg-line motion-safe:animate-pulse ${className}`} />;
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
