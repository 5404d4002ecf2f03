/** The canvas before it is laid out: its room is taken, so that nothing moves when it comes. */
export function GraphSkeleton() {
  return (
    <div role="status" className="grid h-full place-content-center gap-4 p-6">
      <span className="sr-only">Loading the plan…</span>
      <div aria-hidden="true" className="flex flex-wrap justify-center gap-x-14 gap-y-8">
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <div
            key={key}
            className="h-[4.875rem] w-[14.5rem] rounded-lg border border-line bg-panel motion-safe:animate-pulse"
          />
        ))}
      </div>
    </div>
  );
}
