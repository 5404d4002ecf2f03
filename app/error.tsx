"use client";

import { PageError } from "@/components/ui/page-error";

/** For faults of the console's frame itself; faults of a page are shown within it. */
export default function ConsoleFault({ retry }: { error: unknown; retry: () => void }) {
  return (
    <main>
      <PageError retry={retry} />
    </main>
  );
}
