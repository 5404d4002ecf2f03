import type { ReactNode } from "react";
import { withQuery } from "@/lib/client/call";
import type { Page } from "@/lib/core/views";
import { EmptyState } from "../empty-state";
import { ButtonLink } from "./button-link";

type ItemListProps<Item> = {
  /** Name of the list for a screen reader. */
  label: string;
  /** Plural of an item, as sentences have it. */
  things: string;
  path: string;
  /** Fields of the page's address. */
  view: object;
  page: Page<Item>;
  /** Stands in its place while there is nothing at all. */
  none: ReactNode;
  children(item: Item): ReactNode;
};

/** Shows a page of a list with the way to the next, or why nothing is in it. */
export function ItemList<Item>({ label, things, path, view, page, none, children }: ItemListProps<Item>) {
  const { items, nextCursor } = page;
  if (items.length === 0) {
    if (withQuery(path, view) === path) return none;
    const all = <ButtonLink href={path}>Show all</ButtonLink>;
    return <EmptyState title={`No ${things} match the filter`} action={all} />;
  }
  return (
    <>
      <ol aria-label={label} className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">
        {items.map(children)}
      </ol>
      {nextCursor && (
        <ButtonLink className="justify-self-start" href={withQuery(path, { ...view, cursor: nextCursor })}>
          Older {things}
        </ButtonLink>
      )}
    </>
  );
}
