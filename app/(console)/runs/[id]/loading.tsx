import { RunSkeleton } from "@/components/runs/run-skeleton";

export default function Loading() {
  return (
    <>
      <title>Run · Waymark</title>
      <RunSkeleton />
    </>
  );
}
