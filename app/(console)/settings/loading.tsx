import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-60" />
    </div>
  );
}
