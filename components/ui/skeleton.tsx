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

type LoadingPageProps = {
  title: string;
  /** What stands around the page has its name. */
  isNamed?: boolean;
  /** Whether a sentence about the page stands below its name. */
  described?: boolean;
  heights: readonly string[];
};

/** A page's name, also as that of its document, with skeletons of its parts below. */
export function LoadingPage({ title, isNamed = false, described = true, heights }: LoadingPageProps) {
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* What the page itself says of it comes with the page, in place of this. */}
      <title>{`${title} · Waymark`}</title>
      {!isNamed && (
        <div>
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {described && (
            <div className="flex h-5 items-center">
              <Skeleton className="h-3 w-80 max-w-full" />
            </div>
          )}
        </div>
      )}
      <span className="sr-only">Loading…</span>
      {heights.map((height) => (
        <Skeleton key={height} className={`max-w-full ${height}`} />
      ))}
    </div>
  );
}

type PageArrivesProps = {
  /** Says when it is seen: where a page would stand and nothing does. */
  seenWhen: "only:grid" | "[nav+&]:grid";
};

/**
 * In the place of a page of which nothing is there. A click on a link whose page is just being prefetched shows what is
 * prefetched, without the content and without what stands in for it.
 */
export function PageArrives({ seenWhen }: PageArrivesProps) {
  // What stands around a part of a page has a heading.
  const Words = seenWhen === "only:grid" ? "h1" : "span";
  return (
    <div role="status" className={`hidden gap-4 ${seenWhen}`}>
      <Words className="sr-only">Opening the page…</Words>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  );
}

/** A panel whose code is on its way: it takes its room, and says so. */
export function PanelSkeleton() {
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-6 w-56 max-w-full" />
      <Skeleton className="h-24" />
      <Skeleton className="h-32" />
    </div>
  );
}
