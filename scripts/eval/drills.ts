import setUpServer from "@/lib/testing/database/postgres-setup";
import { type Drill, KINDS, openSample, playDrills, sampleMissions } from "@/lib/testing/missions/drills";
import { openRecordedMission } from "@/lib/testing/missions/recorded";
import { Failure } from "../lib/failure";
import type { EvaluationRequest } from "./arguments";
import { columnLines } from "./report";
import { loadMissions, MISSION_FILES } from "./sets";
import type { EvaluationWorld } from "./world";

/** Recorded answers are those of a model whose tools worked: they say nothing of any other fault. */
const OF_RECORDED = KINDS.filter(({ kind, lasts }) => kind === "explicit" && !lasts);

/**
 * Plays the samples with a fault in each of their tools, and the recorded missions with those that their answers can go on
 * after (docs/evaluation.md, "Faults of tools"); gives the exit code. Throws a Failure for a mission that does not exist.
 */
export async function evaluateDrills(
  { json }: EvaluationRequest,
  id: string | undefined,
  { terminal, signal, folder }: EvaluationWorld,
): Promise<number> {
  const sets = [
    { missions: sampleMissions(), open: openSample, kinds: KINDS },
    {
      missions: loadMissions(folder).filter(({ recorded }) => recorded !== undefined),
      open: openRecordedMission,
      kinds: OF_RECORDED,
    },
  ];
  const asked = sets.flatMap(({ missions, ...set }) =>
    missions
      .filter((mission) => id === undefined || mission.id === id)
      .map((mission) => ({ mission, ...set })),
  );
  if (asked.length === 0)
    throw new Failure("evaluation_usage", `There is no sample and no recorded mission “${id}”.`);
  const closeServer = await setUpServer();
  try {
    const drills: Drill[] = [];
    for (const { mission, open, kinds } of asked) {
      if (signal.aborted) break;
      const played = await playDrills(mission, open, { from: MISSION_FILES, kinds, signal });
      drills.push(...played);
      terminal.progress(`${played.length} faults  ${mission.id}`);
    }
    for (const drill of drills.filter(({ wrong, reached }) => wrong || !reached))
      terminal.progress(drillLine(drill));
    if (json) terminal.result(JSON.stringify({ drills }, null, 2));
    else for (const line of drillLines(drills)) terminal.result(line);
    return 0;
  } finally {
    await closeServer();
  }
}

const kindName = ({ kind, lasts }: Drill["fault"]): string => `${kind}, ${lasts ? "lasting" : "passing"}`;

const drillLine = (drill: Drill): string =>
  `${drill.wrong ? "wrong" : "noticed"}  ${drill.id}  ${kindName(drill.fault)}  ${drill.fault.tool}`;

const HEADINGS = ["fault", "played", "calls alike", "retried", "replanned", "found", "told", "wrong"];

/** A line for each kind of fault: what came of it, in missions, and the most calls that met it with the same arguments. */
function drillLines(drills: readonly Drill[]): string[] {
  const cells = [...Map.groupBy(drills, ({ fault }) => kindName(fault))].map(([name, played]) => {
    const count = (what: "retried" | "replanned" | "found" | "told" | "wrong") =>
      String(played.filter((drill) => drill[what]).length);
    const alike = Math.max(...played.map(({ callsAlike }) => callsAlike));
    return [
      ...[name, String(played.length), String(alike)],
      ...(["retried", "replanned", "found", "told", "wrong"] as const).map(count),
    ];
  });
  return columnLines([HEADINGS, ...cells]);
}
