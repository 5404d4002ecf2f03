import { type Series, shapeOf } from "./look";
import { Picture } from "./picture";

/** What each filling of a chart stands for; its patterns are those of the chart. */
export function Legend({ chart, series }: { chart: string; series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-[0.6875rem]">
      {series.map(({ label, look }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Picture width="12" height="12" aria-hidden="true" className="shrink-0">
            <rect x="1" y="1" width="10" height="10" rx="2" {...shapeOf(chart, look)} />
          </Picture>
          {label}
        </li>
      ))}
    </ul>
  );
}
