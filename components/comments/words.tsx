import type { ActorRef } from "@/lib/core/run/events/envelope";
import { RelativeTime } from "../ui/relative-time";

type WordsProps = { by: ActorRef; own: boolean; text: string; at: number; edited?: boolean };

/** What a person said in a thread, and when. */
export function Words({ by, own, text, at, edited = false }: WordsProps) {
  const name = own ? "You" : by.kind === "person" ? by.name : by.kind;
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      <span className="font-semibold">{name}</span> {text}{" "}
      <span className="text-muted text-xs">
        <RelativeTime at={at} />
        {edited && " · edited"}
      </span>
    </p>
  );
}
