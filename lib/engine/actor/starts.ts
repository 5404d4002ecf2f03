import { storable } from "@/db/json-text";
import { byteLength } from "@/lib/core/bytes";
import type { Clock, WorkspaceSetup } from "@/lib/core/ports";
import type { Command } from "@/lib/core/run/commands";
import { AT_ONCE, mayEndAtOnce } from "@/lib/core/run/effects/at-once";
import { isBeside, type RunState } from "@/lib/core/run/state";
import type { Blob } from "@/lib/core/stored-value";
import { endProgramAtOnce } from "../effects/run-direct";
import { firstCallOf } from "../model/first-call";
import type { FollowUp, Submission } from "../types";
import type { Schedule, WantedEffect } from "./schedule";

/** Bytes of long texts that are kept in memory for the programs that read them. */
const MAX_KNOWN_BYTES = 1_048_576;

type Starts = {
  /** Decided inside the commit, on the state it led to: what starts with it, and which of that ends with it. */
  followUp: FollowUp;
  /** Whether the last commit has left to the next one what may end in it. */
  hasMore(): boolean;
  /** Values that are committed, or about to be. */
  remember(blobs: readonly Blob[]): void;
};

type StartsDeps = {
  schedule: Schedule;
  clock: Clock;
  setupOf(workspaceId: string): WorkspaceSetup | undefined;
  submission(command: Command, id?: string): Submission;
  /** Nothing starts any more. */
  isClosed(): boolean;
};

/**
 * What starts with a commit of a leased run. Programs that may are evaluated there and end in the commit that starts
 * them, one after the other, as far as one commit takes them; everything else is an effect, which begins after it.
 */
export function createStarts({ schedule, clock, setupOf, submission, isClosed }: StartsDeps): Starts {
  /** Long texts by digest, the oldest first. Other values are read as the store gives them, with keys in its order. */
  const known = new Map<string, string>();
  let knownBytes = 0;
  /** Programs that did not end at once: they are effects. */
  const slow = new Set<string>();
  let room = { programs: 0, bytes: 0, untilMs: 0 };
  let isLast = false;
  let left = false;

  function remember(blobs: readonly Blob[]): void {
    for (const { digest, bytes, body } of blobs) {
      if (typeof body !== "string" || known.has(digest)) continue;
      known.set(digest, storable(body));
      knownBytes += bytes;
    }
    for (const [digest, text] of known) {
      if (knownBytes <= MAX_KNOWN_BYTES) return;
      known.delete(digest);
      knownBytes -= byteLength(text);
    }
  }

  function followUp(next: Readonly<RunState>, nth: number): Submission[] {
    if (nth === 0) {
      const { programs, bytes, ms } = AT_ONCE;
      room = { programs, bytes, untilMs: clock.monotonicMs() + ms };
      isLast = false;
      left = false;
    }
    if (isLast || isClosed()) return [];
    const wanted = schedule.startable(next);
    const ended = endAtOnce(next, wanted);
    if (ended.length > 0) return ended;
    isLast = true;
    const effects = wanted.filter((effect) => !mayTry(next, effect));
    left = effects.length < wanted.length;
    return start(next, effects);
  }

  /** One program at least finds room in each commit. */
  const isFull = (): boolean =>
    room.programs < AT_ONCE.programs &&
    (room.programs === 0 || room.bytes <= 0 || clock.monotonicMs() > room.untilMs);

  const mayTry = (next: Readonly<RunState>, effect: WantedEffect): boolean =>
    !slow.has(effect.key) && mayEndAtOnce(next as RunState, effect);

  /** Those of the programs that end within what is left of the commit's room: their start, and their ends. */
  function endAtOnce(next: Readonly<RunState>, wanted: readonly WantedEffect[]): Submission[] {
    const keys: string[] = [];
    const ends: Submission[] = [];
    for (const effect of wanted) {
      if (isFull()) break;
      if (!mayTry(next, effect)) continue;
      const reports = endOf(next, effect);
      if (!reports) {
        slow.add(effect.key);
        continue;
      }
      keys.push(effect.key);
      for (const { suffix, command, rows } of reports) {
        ends.push({ ...submission(command, `${effect.key}#${suffix}`), ...(rows && { rows }) });
        const blobs = rows?.blobs ?? [];
        room.bytes -= blobs.reduce((sum, { bytes }) => sum + bytes, 0);
        remember(blobs);
      }
      room.programs -= 1;
    }
    if (keys.length === 0) return [];
    return [submission({ type: "start", keys, epoch: next.epoch }), ...ends];
  }

  /** A fault of ours in it is met again by the effect, which reports it. */
  function endOf(next: Readonly<RunState>, { key, taskId = "", attempt = 1 }: WantedEffect) {
    try {
      return endProgramAtOnce({ state: () => next, clock, key, taskId, attempt }, known);
    } catch {
      return undefined;
    }
  }

  /** The others take slots, save what runs beside them. */
  function start(next: Readonly<RunState>, startable: WantedEffect[]): Submission[] {
    const reserved = schedule.reserve(startable.filter((effect) => !isBeside(effect)));
    const keys = [...reserved, ...startable.filter(isBeside).map(({ key }) => key)];
    if (keys.length === 0) return [];
    const setup = setupOf(next.workspaceId);
    const calls = startable
      .filter(({ key }) => keys.includes(key))
      .flatMap((effect) => (setup && firstCallOf({ setup, clock }, next, effect)) ?? []);
    return [submission({ type: "start", keys, epoch: next.epoch, ...(calls.length > 0 && { calls }) })];
  }

  return { followUp, hasMore: () => left, remember };
}
