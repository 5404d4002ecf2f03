/** How many tasks a version added, removed and changed. */
export function Counts({ added, removed, changed }: { added: number; removed: number; changed: number }) {
  return (
    <span className="whitespace-nowrap text-ink text-xs">
      +{added} −{removed} ~{changed}
      <span className="sr-only">
        {" "}
        ({added} added, {removed} removed, {changed} changed)
      </span>
    </span>
  );
}
