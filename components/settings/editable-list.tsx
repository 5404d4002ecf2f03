import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";

type EditableListProps = {
  title: string;
  /** What adds one: words of the button. */
  add: string;
  onAdd(): void;
  /** What stands in the place of the list while it has nothing. */
  empty: { title: string; words: ReactNode };
  items: readonly ReactNode[];
  /** The form that is open, if one is. */
  form: ReactNode;
};

/** A card with a list that one adds to, and what it is for while there is nothing in it. */
export function EditableList({ title, add, onAdd, empty, items, form }: EditableListProps) {
  return (
    <Card
      title={title}
      aside={
        <Button size="small" onClick={onAdd}>
          {add}
        </Button>
      }
    >
      {items.length === 0 ? (
        <EmptyState
          title={empty.title}
          action={
            <Button look="main" onClick={onAdd}>
              {add}
            </Button>
          }
        >
          {empty.words}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">{items}</ul>
      )}
      {form}
    </Card>
  );
}
