import { Button } from "../ui/button";
import type { VersionPair } from "./use-run-address";

type CompareNoteProps = { compared: VersionPair; ready: boolean; onStop(): void };

/** Says that the canvas compares two versions, and how its marks are to be read. */
export function CompareNote({ compared: { from, to }, ready, onStop }: CompareNoteProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b bg-panel px-4 py-1.5 max-lg:mb-3 max-lg:rounded-lg max-lg:border">
      <p role="status">
        {ready ? (
          <>
            Plan v{from} <span aria-hidden="true">→</span>
            <span className="sr-only"> compared to </span> v{to}
            <span className="text-muted text-xs">: + added, − removed, ~ changed, lock = finished</span>
          </>
        ) : (
          `Plan v${from} and v${to} cannot be compared yet because one of them is not loaded.`
        )}
      </p>
      <Button size="small" onClick={onStop}>
        Stop comparing
      </Button>
    </div>
  );
}
