/** Room that is taken before its content is there. The classes say how much. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-lg bg-line motion-safe:animate-pulse ${className}`} />;
}

/** Skeletons of a page's parts, with a word for who cannot see them. */
export function LoadingPage({ heights = ["h-8 w-48", "h-40", "h-64"] }: { heights?: readonly string[] }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading…</span>
      {heights.map((height) => (
        <Skeleton key={height} className={height} />
      ))}
    </div>
  );
}
