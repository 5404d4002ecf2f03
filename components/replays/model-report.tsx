import { formatDuration } from "@/lib/core/describe/amounts";
import { describeTurnFailure, describeUnscored } from "@/lib/core/describe/model-replays";
import type {
  ModelReplayReport,
  ReplayCell,
  ReplayedTurn,
  TurnCritique,
  TurnSide,
} from "@/lib/core/replay/model/report";
import type { Variant } from "@/lib/core/replay/model/settings";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { Card } from "../ui/card";
import { Money } from "../ui/money";

/** Where other models and prompts would have acted otherwise: the table, and each turn with both sides. */
export function ModelReport({ replay }: { replay: ReplayDetail }) {
  const report = replay.report as ModelReplayReport | null;
  const turns = replay.steps as unknown as ReplayedTurn[];
  if (!report) return null;
  return (
    <>
      <Card title="Variants">
        <p className="mb-3 text-muted text-sm">
          Would it have acted the same? A different turn is not a worse one:{" "}
          {report.criticId ? "checks and the critic" : "checks"} say what answers are worth.
          {report.criticId && ` The critic is ${report.criticId}.`}
          {report.limitReached && " The cost limit left something out."}
        </p>
        <div className="overflow-x-auto">
          <table className="w-full text-left text-sm">
            <thead className="text-muted text-xs">
              <tr>
                {COLUMNS.filter((name) => name !== "Critic" || report.criticId).map((name) => (
                  <th key={name} scope="col" className="py-1 pr-4 font-normal">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.cells.map((cell) => (
                <CellRow key={`${cell.variant}/${cell.trajectory}`} cell={cell} report={report} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <Card title="Turns">
        <ol className="grid gap-2">
          {turns.toSorted(inOrder).map((turn) => (
            <TurnRow key={turnId(turn)} turn={turn} report={report} />
          ))}
        </ol>
      </Card>
    </>
  );
}

const COLUMNS = [
  "Variant",
  "Trajectory",
  "Score",
  "First difference",
  "Checks",
  "Critic",
  "Cost",
  "Time",
] as const;

const turnId = ({
  variant,
  trajectory,
  step,
}: Pick<ReplayedTurn, "variant" | "trajectory" | "step">): string => `turn-${variant}-${trajectory}-${step}`;

const inOrder = (a: ReplayedTurn, b: ReplayedTurn): number =>
  a.variant - b.variant || a.trajectory - b.trajectory || a.step - b.step;

function variantName(variant: Variant | undefined, modelId: string): string {
  const { prompt = "recorded" } = variant ?? {};
  return `${modelId}, ${typeof prompt === "string" ? prompt : "given"} prompt`;
}

function CellRow({ cell, report }: { cell: ReplayCell; report: ModelReplayReport }) {
  const { variant, trajectory, score, divergesAt, checks, checksPassed, failed, notAsked } = cell;
  const left = [failed > 0 && `${failed} failed`, notAsked > 0 && `${notAsked} not asked`].filter(Boolean);
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="wrap-anywhere py-2 pr-4 font-normal">
        {variantName(report.variants[variant], cell.modelId)}
      </th>
      <td className="wrap-anywhere py-2 pr-4">{report.trajectories[trajectory]?.title}</td>
      <td className="py-2 pr-4 tabular-nums">
        {score === null ? "–" : score.toFixed(2)}
        {left.length > 0 && <span className="block text-muted text-xs">{left.join(", ")}</span>}
      </td>
      <td className="py-2 pr-4">
        {divergesAt === null ? (
          <span className="text-muted">{score === null ? "–" : "none"}</span>
        ) : (
          <a
            href={`#${turnId({ variant, trajectory, step: divergesAt })}`}
            className="underline underline-offset-2"
          >
            Turn {divergesAt}
          </a>
        )}
      </td>
      <td className="py-2 pr-4 tabular-nums">{checks === 0 ? "–" : `${checksPassed} of ${checks}`}</td>
      {cell.critic && <CriticCell critic={cell.critic} />}
      <td className="py-2 pr-4">
        <Money usd={usdOf(cell.costMicroUsd)} />
        <span className="block text-muted text-xs">
          recorded <Money usd={usdOf(cell.recordedMicroUsd)} />
        </span>
      </td>
      <td className="py-2">
        {formatDuration(cell.latencyMs)}
        <span className="block text-muted text-xs">recorded {formatDuration(cell.recordedLatencyMs)}</span>
      </td>
    </tr>
  );
}

function CriticCell({ critic: { score, unscored } }: { critic: NonNullable<ReplayCell["critic"]> }) {
  return (
    <td className="py-2 pr-4 tabular-nums">
      {score !== null ? (
        score.toFixed(2)
      ) : (
        <span className="text-muted">{unscored > 0 ? "unknown" : "–"}</span>
      )}
      {unscored > 0 && <span className="block text-muted text-xs">{unscored} not scored</span>}
    </td>
  );
}

const usdOf = (microUsd: number | null): number | null => (microUsd === null ? null : microUsd / 1_000_000);

const SCORES: Record<number, string> = {
  1: "same calls",
  0.5: "same tools, other arguments",
  0: "something else",
};

function TurnRow({ turn, report }: { turn: ReplayedTurn; report: ModelReplayReport }) {
  const { variant, trajectory, step, modelId, score, failure, recorded, replayed, critique } = turn;
  const outcome = describeTurnFailure(turn) ?? (score === undefined ? "" : SCORES[score]);
  return (
    <li id={turnId(turn)} className="scroll-mt-20">
      <details open={score !== undefined && score < 1}>
        <summary className="wrap-anywhere cursor-pointer">
          Turn {step} <span className="text-muted">· {report.trajectories[trajectory]?.title} · </span>
          {variantName(report.variants[variant], modelId)}
          <span className={failure ? "text-bad" : "text-muted"}> · {outcome}</span>
        </summary>
        <div className="mt-2 grid gap-3 md:grid-cols-2">
          <Side title="Recorded" side={recorded} />
          {replayed && <Side title="Replayed" side={replayed} />}
        </div>
        {critique && <Critique critique={critique} />}
      </details>
    </li>
  );
}

function Critique({ critique }: { critique: TurnCritique }) {
  const { said } = critique;
  return (
    <section aria-label="Critique" className="mt-2 grid gap-1 rounded-lg border border-line px-3 py-2">
      <h3 className="text-muted text-xs">Critique of the answer</h3>
      {said ? (
        <>
          <p className="wrap-anywhere">
            <span className="tabular-nums">{said.score.toFixed(2)}</span>
            {said.feedback !== "" && ` · ${said.feedback}`}
          </p>
          {said.issues.length > 0 && (
            <ul className="list-disc pl-5">
              {said.issues.map((issue) => (
                <li key={issue} className="wrap-anywhere">
                  {issue}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className="text-muted">{describeUnscored(critique)}</p>
      )}
    </section>
  );
}

function Side({ title, side: { text, calls, answer } }: { title: string; side: TurnSide }) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 content-start gap-1 rounded-lg border border-line px-3 py-2"
    >
      <h3 className="text-muted text-xs">{title}</h3>
      {text !== "" && text !== answer && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      {calls.map(({ tool, args }) => (
        <p key={`${tool} ${JSON.stringify(args)}`} className="wrap-anywhere font-mono text-xs">
          {tool} {JSON.stringify(args)}
        </p>
      ))}
      {answer !== undefined && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          {typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)}
        </p>
      )}
    </section>
  );
}
