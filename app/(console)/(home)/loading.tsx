export default function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading…</span>
      <div className="h-7 w-40 motion-safe:animate-pulse rounded-lg bg-line" />
      <div className="h-40 motion-safe:animate-pulse rounded-xl bg-line" />
      <div className="h-64 motion-safe:animate-pulse rounded-xl bg-line" />
    </div>
  );
}
