import { DomainFailure, domainError } from "@/lib/core/errors";
import { END_OF_TIME_MS } from "@/lib/core/inputs/limits";

/** Position in a list: a moment in milliseconds and an id, as an opaque text. */
type ListPosition = { at: number; id: string };

export function writeCursor({ at, id }: ListPosition): string {
  return Buffer.from(`${at}:${id}`, "utf8").toString("base64url");
}

/** Throws DomainFailure `invalid_input` for a text that `writeCursor` did not write. */
export function readCursor(cursor: string): ListPosition {
  const [, at, id] =
    /^(\d{1,15}):(\P{Cc}{1,200})$/u.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (at === undefined || id === undefined || Number(at) >= END_OF_TIME_MS) {
    throw new DomainFailure(domainError("invalid_input", "This cursor is not one that the server gave out."));
  }
  return { at: Number(at), id };
}

/** One page of at most `limit` of the rows read (ask for one more than that), and the cursor of the next page. */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
  positionOf: (row: Row) => ListPosition,
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(toItem),
    nextCursor: rows.length > limit && last ? writeCursor(positionOf(last)) : null,
  };
}
