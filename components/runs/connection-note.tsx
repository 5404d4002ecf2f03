import type { Connection } from "@/lib/client/event-stream";

/** Says when the page is not up to date, and what it caught up with afterwards. */
export function ConnectionNote({ connection, caughtUp }: { connection: Connection; caughtUp: number }) {
  const text = noteOf(connection, caughtUp);
  return (
    <p
      role="status"
      className={text ? "rounded-lg border border-line bg-panel px-3 py-1.5 text-muted" : "hidden"}
    >
      {text}
    </p>
  );
}

function noteOf(connection: Connection, caughtUp: number): string | undefined {
  if (connection === "reconnecting") return "Reconnecting… what you see may be a little old.";
  if (caughtUp > 0) return `Connected again: caught up ${caughtUp === 1 ? "1 event" : `${caughtUp} events`}.`;
  return undefined;
}
