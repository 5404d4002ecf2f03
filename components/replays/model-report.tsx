import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import { describeAbstained } from "@/lib/core/describe/replays/model-replays";
import type { ModelReplayReport, ReplayCell, ReplayedTurn } from "@/lib/core/replay/model/report";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { Card } from "../ui/card";
import { usdOf, VariantTable } from "./model-table";
import { FOCUSABLE, ReplayedTurns, turnId } from "./replayed-turns";
import { variantLetter, variantName } from "./variant-names";

/** Where other models and prompts would have acted otherwise: by variant, by trajectory, and turn by turn. */
export function ModelReport({ replay }: { replay: ReplayDetail }) {
  const report = replay.report as ModelReplayReport | null;
  if (!report) return null;
  const turns = replay.steps as unknown as ReplayedTurn[];
  return (
    <>
      <Card title="Variants">
        <p className="mb-3 text-muted">
          Would it have acted the same? A different turn is not a worse one:{" "}
          {report.criticId ? "checks and the critic" : "checks"} say what answers are worth.
          {report.criticId && ` The critic is ${report.criticId}.`}
          {report.limitReached && " The cost limit left something out."}
        </p>
        <VariantTable report={report} />
      </Card>
      {report.trajectories.length > 1 && (
        <Card title="Trajectories" aside={`${report.trajectories.length}`}>
          <Trajectories report={report} />
        </Card>
      )}
      <ReplayedTurns turns={turns} report={report} />
    </>
  );
}

/** Every trajectory with every variant. */
function Trajectories({ report }: { report: ModelReplayReport }) {
  // Trajectories may have the same title: their places tell them apart.
  const rows = report.trajectories.map(({ title }, trajectory) => ({
    key: `${trajectory}`,
    title,
    trajectory,
  }));
  const cells = new Map(report.cells.map((cell) => [`${cell.variant}/${cell.trajectory}`, cell]));
  return (
    <section
      aria-label="Trajectories by variant"
      className="-mx-4 -my-3 max-h-[70vh] overflow-auto"
      {...FOCUSABLE}
    >
      <table className="w-full text-left">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className="min-w-40 px-4 py-2 font-normal text-muted text-xs">
              Trajectory
            </th>
            {report.variants.map((variant, index) => (
              <th
                key={variantLetter(index)}
                scope="col"
                title={variantName(variant, modelOf(report, index))}
                className="min-w-32 px-4 py-2 font-normal text-muted text-xs"
              >
                {variantLetter(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, trajectory }) => (
            <tr key={key} className="border-line border-b align-top last:border-b-0">
              <th scope="row" className="px-4 py-2 font-normal">
                <span className="wrap-anywhere line-clamp-3">{title}</span>
              </th>
              {report.variants.map((_, variant) => (
                <td key={variantLetter(variant)} className="whitespace-nowrap px-4 py-2">
                  <CellFacts cell={cells.get(`${variant}/${trajectory}`)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const modelOf = ({ cells }: ModelReplayReport, index: number): string =>
  cells.find(({ variant }) => variant === index)?.modelId ?? "";

function CellFacts({ cell }: { cell: ReplayCell | undefined }) {
  if (!cell) return "–";
  const { variant, trajectory, score, divergesAt, checks, checksPassed, critic, failed, notAsked } = cell;
  const { abstained = 0 } = cell;
  const cost = usdOf(cell.costMicroUsd);
  const judged = [
    checks > 0 && `checks ${checksPassed} of ${checks}`,
    abstained > 0 && describeAbstained(abstained),
    critic?.score != null && `critic ${critic.score.toFixed(2)}`,
    critic && critic.unscored > 0 && `${critic.unscored} not scored`,
    failed > 0 && `${failed} failed`,
    notAsked > 0 && `${notAsked} not asked`,
  ].filter((part) => typeof part === "string");
  return (
    <>
      <span className="flex gap-2">
        <span className="tabular-nums">{score === null ? "–" : score.toFixed(2)}</span>
        {divergesAt !== null && (
          <a
            href={`#${turnId({ variant, trajectory, step: divergesAt })}`}
            className="underline underline-offset-2"
          >
            Turn {divergesAt}
          </a>
        )}
      </span>
      {judged.map((part) => (
        <span key={part} className="block text-muted text-xs">
          {part}
        </span>
      ))}
      <span className="block text-muted text-xs">
        {cost === null ? "cost unknown" : formatUsd(cost)} · {formatDuration(cell.latencyMs)}
      </span>
    </>
  );
}
