import { RunSkeleton } from "@/components/runs/run-skeleton";

export default function Loading() {
  return <RunSkeleton />;
}
