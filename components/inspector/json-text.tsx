import { LiveTextArea } from "../ui/live";

type JsonTextProps = { label: string; value: unknown; rows?: number };

/** A value as JSON to read, scroll and copy: a field, so that the keyboard reaches it. */
export function JsonText({ label, value, rows = 28 }: JsonTextProps) {
  return (
    <LiveTextArea
      readOnly
      aria-label={label}
      rows={rows}
      value={JSON.stringify(value, null, 2)}
      className="w-full resize-y rounded-lg border border-line bg-ground p-3 font-mono text-xs"
    />
  );
}
