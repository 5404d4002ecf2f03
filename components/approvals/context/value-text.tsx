import { isJsonObject, type Json } from "@/lib/core/json";

/** A value as it reads best: a decision in words, a flat map as rows, a text as it is, the rest as JSON. */
export function ValueText({
  value,
  maxChars = 120,
}: {
  value: Json /** Of a text in a row. */;
  maxChars?: number;
}) {
  if (isJsonObject(value) && typeof value.decision === "string" && typeof value.provenance === "string") {
    const words = [value.decision, ...(typeof value.reasoning === "string" ? [value.reasoning] : [])];
    return <p className="max-h-40 overflow-y-auto text-muted">{words.join(": ")}</p>;
  }
  const rows = isJsonObject(value) ? Object.entries(value) : [];
  if (rows.length > 0 && rows.length <= 16 && rows.every(([, part]) => isPlain(part, maxChars))) {
    return (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs">
        {rows.map(([name, part]) => (
          <div key={name} className="contents">
            <dt className="max-w-40 font-mono text-muted">{name}</dt>
            <dd>{String(part)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const isText = typeof value === "string";
  const text = isText ? value : JSON.stringify(value, null, 2);
  const long = text.length > 400;
  return (
    <div
      {...(long && SCROLL_REGION_PROPS)}
      className={`max-h-60 overflow-y-auto whitespace-pre-wrap text-muted ${isText ? "" : "font-mono text-xs"}`}
    >
      {text}
    </div>
  );
}

/** Keys have to reach what scrolls. */
const SCROLL_REGION_PROPS = { tabIndex: 0, role: "group", "aria-label": "Value" };

const isPlain = (value: Json, maxChars: number): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length < maxChars);

/** What is beside the list in a value; undefined where there is nothing. */
export function withoutList(value: Json | undefined, [key, ...path]: readonly string[]): Json | undefined {
  if (key === undefined || !isJsonObject(value)) return undefined;
  const { [key]: part, ...others } = value;
  const rest = withoutList(part, path);
  const left = { ...others, ...(rest !== undefined && { [key]: rest }) };
  return Object.keys(left).length === 0 ? undefined : left;
}
