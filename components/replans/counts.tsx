/** How many tasks a version added, removed and changed. */
export function Counts({ added, removed, changed }: { added: number; removed: number; changed: number }) {
  return (
    <span className="whitespace-nowrap text-xs">
      <span className="text-ok">+{added}</span> <span className="text-bad">−{removed}</span>{" "}
      <span className="text-amber">~{changed}</span>
      <span className="sr-only">
        {" "}
        ({added} added, {removed} removed, {changed} changed)
      </span>
    </span>
  );
}
