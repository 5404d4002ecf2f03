import type { TimeScale } from "@/lib/core/timeline/scale";
import type { VersionMark } from "@/lib/core/timeline/versions";
import { CutStrips, type Places } from "./bars";
import { clockText } from "./clock-text";
import { COLUMNS } from "./time-row";

const TICK_PX = 92;
const AXIS_PX = 20;
/** What a label takes; labels that would meet are left out. */
const LABEL_PX = 56;
const VERSION_PX = 26;

type TimeAxisProps = {
  scale: TimeScale;
  places: Places;
  versions: readonly VersionMark[];
  /** The moment that is looked at; undefined for now. */
  at: number | undefined;
};

/** Times of day over the bars, the plan versions, and the moment that is looked at. */
export function TimeAxis({ scale, places, versions, at }: TimeAxisProps) {
  const { width } = places;
  const withSeconds = scale.to - scale.from - scale.hiddenMs < 1_200_000;
  const cursor = at === undefined ? undefined : places.xOf(at);
  const taken: [from: number, to: number][] = cursor === undefined ? [] : [[cursor - 34, cursor + 34]];
  const take = (from: number, to: number) => {
    if (from < 0 || to > width || taken.some((one) => from < one[1] && one[0] < to)) return false;
    taken.push([from, to]);
    return true;
  };
  const shownVersions = versions.filter(({ at: adoptedAt }) => {
    const x = places.xOf(adoptedAt);
    return take(x - VERSION_PX / 2, x + VERSION_PX / 2);
  });
  const ticks = Array.from({ length: Math.max(1, Math.floor(width / TICK_PX)) }, (_, n) => n * TICK_PX)
    .map((x) => ({ x, text: clockText(scale.atOf(places.shareOf(x)), withSeconds) }))
    // In a short run neighbors fall into one second.
    .filter(({ text }, n, all) => text !== all[n - 1]?.text);
  return (
    <div className={COLUMNS} aria-hidden="true">
      <span />
      <svg width={width} height={AXIS_PX} aria-hidden="true" className="block">
        <CutStrips places={places} cuts={scale.cuts} height={AXIS_PX} />
        {shownVersions.map(({ version, at: adoptedAt }) => (
          <text
            key={version}
            x={places.xOf(adoptedAt)}
            y={14}
            textAnchor="middle"
            fontSize="11"
            fontWeight="600"
            className="fill-ink"
          >
            v{version}
          </text>
        ))}
        {ticks.map(({ x, text }) =>
          take(x, x + LABEL_PX) ? (
            <text key={x} x={x} y={14} fontSize="11" className="fill-muted">
              {text}
            </text>
          ) : null,
        )}
        {cursor !== undefined && at !== undefined && (
          <CursorFlag x={Math.min(width - 32, Math.max(32, cursor))} text={clockText(at, true)} />
        )}
      </svg>
    </div>
  );
}

function CursorFlag({ x, text }: { x: number; text: string }) {
  return (
    <g>
      <rect x={x - 30} width="60" y="2" height="16" rx="4" className="fill-ink" />
      <text x={x} y={14} textAnchor="middle" fontSize="11" fontWeight="600" className="fill-panel">
        {text}
      </text>
    </g>
  );
}
