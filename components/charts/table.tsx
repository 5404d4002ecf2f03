import { RowName } from "./row-name";

/** The figures of a chart as rows; the first cell of each names it and leads to what is behind it. */
export type ChartTable = {
  columns: readonly string[];
  rows: readonly { cells: readonly string[]; href?: string | undefined }[];
};

/** The figures of a chart behind a disclosure. */
export function TableDisclosure({ title, table }: { title: string; table: ChartTable }) {
  const { columns, rows } = table;
  return (
    <details className="group min-w-0 [&[open]]:w-full">
      <summary className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-2">
        Table<span className="sr-only"> of {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section aria-label={`Table of ${title}`} tabIndex={0} className="mt-1 max-h-72 overflow-auto">
        <table className="w-full border-collapse text-xs">
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" className={`py-1 pr-3 font-medium ${alignOf(at)}`}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells: [name, ...values], href }) => (
              <tr key={name} className="border-line border-t">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  <RowName
                    name={name ?? ""}
                    href={href}
                    className="underline decoration-edge underline-offset-2"
                  />
                </th>
                {values.map((value, at) => (
                  <td key={columns[at + 1]} className="whitespace-nowrap py-1 pr-3 text-right text-ink">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const alignOf = (at: number): string => (at === 0 ? "text-left" : "text-right");
