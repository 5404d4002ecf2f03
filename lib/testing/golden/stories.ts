import type { RunEvent } from "@/lib/core/run";
import { SCENARIOS, sampleSettings } from "@/lib/core/scenarios";
import { loadMissions, MISSION_FILES } from "@/scripts/eval/sets";
import { playStory } from "../engine/play-story";
import { playMission } from "../missions/play";
import { openRecordedMission } from "../missions/recorded";

/** What keeps the order of events the same: one thing after the other, and nothing beside it. */
const IN_ORDER = { maxConcurrency: 1, reasoning: false };
/** Missions whose SQL asks for rows in no order, and gets them in any. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(["memo", "products"]);
const recorded = loadMissions().filter(({ id, recorded }) => recorded && !WITHOUT_ORDER.has(id));

/** Stories that are played by the engine, by name: every sample, and the recorded missions (on PostgreSQL). */
export const PLAYED_STORIES: ReadonlyMap<string, () => Promise<RunEvent[]>> = new Map([
  ...SCENARIOS.map(({ name, mission }) => {
    const settings = { ...sampleSettings(name), ...IN_ORDER };
    return [`sample-${name}`, async () => fixed((await playStory(mission, { settings })).events)] as const;
  }),
  ...recorded.map((mission) => {
    const options = { from: MISSION_FILES, limits: IN_ORDER };
    const open = openRecordedMission(mission);
    return [
      `mission-${mission.id}`,
      async () => fixed((await playMission(mission, open, options)).run.events),
    ] as const;
  }),
]);

/** Moments of our time, in milliseconds. */
const MOMENT = /\b1[6-9]\d{11}\b/g;
const TOOK = /("(?:latencyMs|timeToFirstTokenMs|durationMs)":)\d+/g;
/** Ids, digests (of texts with folders in them) and folders that are others each time. */
const CHANCE = /(?<![0-9a-z])01[0-9a-hjkmnp-tv-z]{24}\b|\b[0-9a-f]{64}\b|[\w/.-]*\/mission-\w{6}\b/g;

/** The same events with times that depend on nothing, a second for each command, and with numbers for what chance has named. */
function fixed(events: readonly RunEvent[]): RunEvent[] {
  const names = new Map<string, string>();
  const nameOf = (found: string) => {
    const name = names.get(found) ?? `#${names.size + 1}`;
    names.set(found, name);
    return name;
  };
  let second = 0;
  return inOrder(events).map((event, index, all) => {
    if (event.commandId !== all[index - 1]?.commandId) second += 1;
    const now = second * 1_000;
    const later = (moment: string) => String(now + Math.round((Number(moment) - event.at) / 1_000) * 1_000);
    const text = JSON.stringify({ ...event, seq: index + 1 })
      .replace(TOOK, "$110")
      .replace(MOMENT, later);
    return JSON.parse(text.replace(CHANCE, nameOf)) as RunEvent;
  });
}

/** Calls of one turn begin and end as they come: here all begin, in the order of their ids, and end in it. */
function inOrder(events: readonly RunEvent[]): RunEvent[] {
  const placeOf = ({ type, payload }: RunEvent): string | undefined =>
    type === "tool_started" || type === "tool_finished"
      ? `${type === "tool_finished"} ${payload.callId}`
      : undefined;
  const sorted: RunEvent[] = [];
  for (const event of events) {
    const place = placeOf(event);
    let at = sorted.length;
    while (place !== undefined && at > 0 && (placeOf(sorted[at - 1] as RunEvent) ?? "") > place) at -= 1;
    sorted.splice(at, 0, event);
  }
  return sorted;
}
