"use client";

import { RunError } from "@/components/runs/run-error";

export default function RunFault({ reset }: { reset: () => void }) {
  return <RunError retry={reset} />;
}
