import { GraphSkeleton } from "../graph/graph-skeleton";
import { Skeleton } from "../ui/skeleton";

/** The control room before its run is there: everything has its room already. */
export function RunSkeleton() {
  return (
    <div data-bleed role="status" className="flex min-w-0 flex-col lg:h-dvh lg:min-h-[38rem]">
      <h1 className="sr-only">Loading run…</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-line border-b bg-panel px-4 py-3 md:px-6">
        <Skeleton className="h-6 w-96 max-w-full" />
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-9 w-[28rem] max-w-full" />
      </div>
      <div className="flex gap-5 border-line border-b bg-panel px-5 py-2.5 md:px-7">
        <Skeleton className="h-4 w-10" />
        <Skeleton className="h-4 w-12" />
        <Skeleton className="h-4 w-16" />
        <Skeleton className="h-4 w-14" />
      </div>
      <div className="grid min-h-0 grow lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="max-lg:h-[32rem]">
          <GraphSkeleton />
        </div>
        <div className="grid content-start gap-3 border-line bg-panel p-4 lg:border-l">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-24" />
          <Skeleton className="h-16" />
        </div>
      </div>
    </div>
  );
}
