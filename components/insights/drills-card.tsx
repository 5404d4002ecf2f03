import { formatFigure, formatRate } from "@/lib/core/describe/learning/insights";
import { Ranges } from "../charts/ranges";
import { type CardOf, emptyWhen, type Parts } from "./card-of";

/** How many planted faults people found, by kind of gate. */
export function drillsCard({ report: { drills }, tables, hrefOf }: Parts): CardOf {
  const { answered, found, falseAlarms, kinds } = drills;
  const figures = [
    { share: found.rate, label: "of planted faults found" },
    { share: falseAlarms.rate, label: "of clean gates refused" },
  ];
  const known = kinds.flatMap(({ drills: count, part, rate, interval }, at) => {
    const row = tables.drills.rows[at];
    if (rate === null || interval === null || !row) return [];
    const detail = `${formatFigure(part, "count")} of ${formatFigure(count, "count")}`;
    const [low, high] = interval;
    return [{ label: row.name, low, middle: rate, high, text: formatRate(rate), detail, href: hrefOf(row) }];
  });
  const few = answered === 0 ? "No drill was answered in these days." : "Shown from 5 drills of a kind on.";
  return {
    figures: figures.flatMap(({ share, label }) =>
      share === null ? [] : [{ value: formatRate(share), label }],
    ),
    ...emptyWhen(known.length === 0, few),
    children: (
      <Ranges
        alt="Share of planted faults that were found, by kind of gate, with 95 % intervals"
        format={(share) => `${Math.round(share * 100)} %`}
        ranges={known}
      />
    ),
  };
}
