"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button, ButtonLink } from "../ui/button";
import { EmptyState } from "../ui/empty-state";

/** The run could not be shown: it goes on all the same, and the page can be asked for again. */
export function RunError({ retry }: { retry(): void }) {
  const router = useRouter();
  const again = () =>
    startTransition(() => {
      router.refresh();
      retry();
    });
  return (
    <div role="alert">
      <EmptyState
        title="This run cannot be shown at the moment"
        action={
          <>
            <Button look="main" onClick={again}>
              Try again
            </Button>
            <ButtonLink href="/runs">All runs</ButtonLink>
          </>
        }
      >
        The server did not answer as expected. The run itself is not affected: it goes on, and nothing is
        lost.
      </EmptyState>
    </div>
  );
}
