import type { ItemOf } from "@/lib/core/evaluation";
import setUpServer from "@/lib/testing/database/postgres-setup";
import {
  isReached,
  type MissionModel,
  type PlayedMission,
  playMission,
  shortOfPlan,
} from "@/lib/testing/missions/play";
import { openRecordedMission, recordedSize } from "@/lib/testing/missions/recorded";
import { Failure } from "../lib/failure";
import { plainLine } from "../mission/text";
import type { EvaluationRequest } from "./arguments";
import { openSetup } from "./ask";
import { columnLines } from "./report";
import { loadMissions, MISSION_FILES } from "./sets";
import type { EvaluationWorld } from "./world";

type Mission = ItemOf<"missions">;

/** A mission that was played, as `--json` prints it. */
export type MissionRow = Omit<PlayedMission, "calls" | "rows"> & {
  model: string;
  reached: boolean;
  /** Model calls and input tokens of the recorded run; absent where there is none. */
  recorded?: { calls: number; inputTokens: number };
  /** The largest short question for edits, of the first prompt for a plan; absent where one of them was not asked. */
  editsOfPlan?: number;
};

/** The longest that a model may take for one mission. */
const MAX_MISSION_MS = 30 * 60_000;

/**
 * Plays missions (docs/evaluation.md, "Missions") by their recorded answers, or by the model that is named, one after the
 * other, and gives the exit code. Throws a Failure for a mission or a model that does not exist.
 */
export async function evaluateMissions(
  request: EvaluationRequest,
  id: string | undefined,
  world: EvaluationWorld,
): Promise<number> {
  const all = loadMissions(world.folder);
  const named = all.filter((mission) => id === undefined || mission.id === id);
  if (named.length === 0)
    throw new Failure("evaluation_usage", `There is no mission “${id}”. There are: ${listed(all)}.`);
  const missions = named.filter(({ recorded }) => request.model !== undefined || recorded !== undefined);
  if (missions.length === 0)
    throw new Failure("evaluation_usage", `Nothing is recorded of “${id}”: name a model with --model.`);
  const closeServer = await setUpServer();
  try {
    const rows =
      request.model === undefined
        ? await playRecorded(missions, world)
        : await playByModel(missions, request.model, request, world);
    return report(rows, missions.length, request, world);
  } finally {
    await closeServer();
  }
}

const listed = (missions: readonly Mission[]): string => missions.map(({ id }) => id).join(", ");

async function playRecorded(
  missions: readonly Mission[],
  { terminal, signal }: EvaluationWorld,
): Promise<MissionRow[]> {
  const rows: MissionRow[] = [];
  for (const mission of missions) {
    if (signal.aborted) break;
    const options = { from: MISSION_FILES, signal };
    const played = await playMission(mission, openRecordedMission(mission), options);
    rows.push(rowOf(played, `recorded, ${mission.recorded?.manner ?? ""}`, mission));
    terminal.progress(`${rows.length} of ${missions.length}  ${played.end.status}  ${mission.id}`);
  }
  return rows;
}

/** No mission is begun once the others have spent what all may cost. */
async function playByModel(
  missions: readonly Mission[],
  modelId: string,
  { maxCostMicroUsd }: EvaluationRequest,
  { terminal, signal, withEffects }: EvaluationWorld,
): Promise<MissionRow[]> {
  return withEffects(async (effects, _services, keepCall = async () => {}) => {
    const { model, settingsOfRole, modelProviders } = await openSetup(effects, modelId);
    const price = model.list().find(({ id }) => id === modelId)?.price;
    if (maxCostMicroUsd !== undefined && price === undefined)
      throw new Failure(
        "cost_unknown",
        "--max-cost needs a model with a price. Give it one in the settings.",
      );
    const answering: MissionModel = { model, settingsOfRole, modelProviders, modelId };
    const rows: MissionRow[] = [];
    let left = maxCostMicroUsd;
    for (const mission of missions) {
      if (signal.aborted || (left !== undefined && left < 1)) break;
      const limits = { maxDurationMs: MAX_MISSION_MS, ...(left !== undefined && { maxCostMicroUsd: left }) };
      const options = { from: MISSION_FILES, limits, signal };
      const played = await playMission(mission, async () => answering, options);
      await Promise.all(played.rows.map(keepCall));
      if (left !== undefined) left -= Math.ceil((played.usd ?? left) * 1_000_000);
      rows.push(rowOf(played, modelId, mission));
      terminal.progress(`${rows.length} of ${missions.length}  ${played.end.status}  ${mission.id}`);
    }
    return rows;
  });
}

function rowOf(played: PlayedMission, model: string, { recorded }: Mission): MissionRow {
  const { calls, rows: _rows, ...rest } = played;
  const size = recorded && recordedSize(played.id);
  const editsOfPlan = shortOfPlan(calls);
  return {
    ...rest,
    model,
    reached: isReached(played),
    ...(size && { recorded: size }),
    ...(editsOfPlan !== undefined && { editsOfPlan }),
  };
}

function report(
  rows: readonly MissionRow[],
  wanted: number,
  { json, gate }: EvaluationRequest,
  { terminal }: EvaluationWorld,
): number {
  if (json) terminal.result(JSON.stringify({ missions: rows, notPlayed: wanted - rows.length }, null, 2));
  else {
    for (const line of rows.flatMap(missLines)) terminal.progress(line);
    for (const line of missionLines(rows)) terminal.result(line);
  }
  const allReached = rows.length === wanted && rows.every(({ reached }) => reached);
  return gate && !allReached ? 1 : 0;
}

/** What keeps a mission from having been reached, and what of its answers was refused. */
function missLines({ id, untrue, lacks, refused, stuck }: MissionRow): string[] {
  const line = (what: string) => (said: string) => `${what}  ${id}  ${plainLine(said, 300)}`;
  return [
    ...untrue.map(line("not so")),
    ...(stuck === undefined ? [] : [stuck]).map(line("stuck")),
    ...lacks.map(line("lacks")),
    ...refused.map(line("refused")),
  ];
}

const HEADINGS = [
  "mission",
  "reached",
  "calls",
  "input tokens",
  "of recorded",
  "gates",
  "replans",
  "edits of plan",
  "needless",
];

/** The rows as a table with aligned columns, and all of them together. */
function missionLines(rows: readonly MissionRow[]): string[] {
  const sum = (of: (row: MissionRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const measured = rows.filter(({ recorded }) => recorded);
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  const share = (some: readonly MissionRow[]) => {
    const now = some.reduce((total, { end }) => total + end.inputTokens, 0);
    const then = some.reduce((total, { recorded }) => total + (recorded?.inputTokens ?? 0), 0);
    return then > 0 ? percent(now / then) : "";
  };
  const cells = rows.map((row) => [
    row.id,
    row.reached ? "yes" : "no",
    ...[row.end.calls, row.end.inputTokens].map(String),
    row.recorded ? share([row]) : "",
    ...[row.end.gates.length, row.end.replans].map(String),
    row.editsOfPlan === undefined ? "" : percent(row.editsOfPlan),
    row.needless.join(", "),
    row.usd === null ? "unknown" : `$${row.usd.toFixed(4)}`,
    row.model,
  ]);
  const all = [
    "all",
    `${rows.filter(({ reached }) => reached).length} of ${rows.length}`,
    `${sum(({ end }) => end.calls)}`,
    `${sum(({ end }) => end.inputTokens)}`,
    share(measured),
    `${sum(({ end }) => end.gates.length)}`,
    `${sum(({ end }) => end.replans)}`,
  ];
  return columnLines([[...HEADINGS, "cost", "model"], ...cells, all]);
}
