import { formatFigure, formatRate } from "@/lib/core/describe/learning/insights";
import { Ranges } from "../charts/ranges";
import { RowName } from "../charts/row-name";
import { type CardOf, emptyWhen, type Parts } from "./card-of";

/** How many planted faults people found, by kind of gate: as a share where there were enough, else as a count. */
export function drillsCard({ report: { drills }, tables, hrefOf }: Parts): CardOf {
  const { answered, found, falseAlarms, kinds } = drills;
  const figures = [
    { share: found.rate, label: "of planted faults found" },
    { share: falseAlarms.rate, label: "of clean gates refused" },
  ];
  const rows = kinds.flatMap(({ drills: count, part, rate, interval }, at) => {
    const row = tables.drills.rows[at];
    if (!row) return [];
    const detail = `${formatFigure(part, "count")} of ${formatFigure(count, "count")}`;
    return [{ label: row.name, detail, href: hrefOf(row), rate, interval }];
  });
  const known = rows.flatMap(({ rate, interval, ...row }) =>
    rate === null || interval === null
      ? []
      : [{ ...row, low: interval[0], middle: rate, high: interval[1], text: formatRate(rate) }],
  );
  const few = rows.filter(({ rate }) => rate === null);
  const nothing =
    answered === 0
      ? "No drill was answered in these days."
      : "No drill with a fault was answered in these days.";
  return {
    figures: figures.flatMap(({ share, label }) =>
      share === null ? [] : [{ value: formatRate(share), label }],
    ),
    ...emptyWhen(rows.length === 0, nothing),
    children: (
      <>
        {known.length > 0 && (
          <Ranges
            alt="Share of planted faults that were found, by kind of gate, with 95 % intervals"
            format={(share) => `${Math.round(share * 100)} %`}
            ranges={known}
          />
        )}
        {few.length > 0 && (
          <dl aria-label="Faults found, of fewer than 5 drills" className="grid gap-1 text-xs">
            {few.map(({ label, detail, href }) => (
              <div key={label} className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
                <dt>
                  <RowName name={label} href={href} />
                </dt>
                <dd className="tabular-nums text-muted">{detail} found</dd>
              </div>
            ))}
          </dl>
        )}
      </>
    ),
  };
}
