import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";

type EditableListProps = {
  title: string;
  /** What adds one: words of the button. */
  addLabel: string;
  onAdd(): void;
  /** What stands in the place of the list while it has nothing. */
  empty: { title: string; text: ReactNode };
  items: readonly ReactNode[];
  /** The form that is open, if one is. */
  form: ReactNode;
};

/** A card with a list that one adds to, and what it is for while there is nothing in it. */
export function EditableList({ title, addLabel, onAdd, empty, items, form }: EditableListProps) {
  return (
    <Card
      title={title}
      aside={
        <Button size="small" data-act={addLabel} onClick={onAdd}>
          {addLabel}
        </Button>
      }
    >
      {items.length === 0 ? (
        <EmptyState
          title={empty.title}
          action={
            <Button variant="main" onClick={onAdd}>
              {addLabel}
            </Button>
          }
        >
          {empty.text}
        </EmptyState>
      ) : (
        // The first one has the room of what stood there, and moves nothing.
        <ul className="min-h-44 divide-y divide-line">{items}</ul>
      )}
      {form}
    </Card>
  );
}
