import { Button } from "./button";

type RestoredNoteProps = {
  /** When it was typed last; undefined where nobody knows. */
  atMs: number | undefined;
  /** What of it one might not see: "6-task plan attached". */
  what?: string | undefined;
  /** What the way back is called, where more goes than what a field shows. */
  label?: "Remove" | "Discard draft";
  /** Drops what was restored, and nothing that was typed since. */
  onRemove(): void;
};

/** Says that a form begins with what somebody typed before, with the way to begin without it. In the browser alone. */
export function RestoredNote({ atMs, what, label = "Remove", onRemove }: RestoredNoteProps) {
  const from = atMs === undefined ? "Earlier draft" : `Draft from ${momentText(new Date(atMs), new Date())}`;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-amber text-xs">
      <span>
        {from}
        {what && ` · ${what}`} ·
      </span>
      <Button size="small" variant="quiet" className="underline" onClick={onRemove}>
        {label}
      </Button>
    </p>
  );
}

/** The time of day; of another day its date, too. */
function momentText(at: Date, now: Date): string {
  const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return at.toDateString() === now.toDateString() ? time : `${at.toLocaleDateString()}, ${time}`;
}
