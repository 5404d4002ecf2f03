import { domainError } from "@/lib/core/errors";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import type { Submission } from "../types";
import type { Answered } from "./decide-batch";

/** The keys of the API that have to work for these submissions to mean what they say: of callers, and of those whose votes may count. */
export function keysNamedIn(submissions: readonly Submission[]): string[] {
  const ids = submissions.flatMap(({ envelope: { actor, command } }) => [
    ...(actor.kind === "person" ? [actor.id] : []),
    ...(command.type === "decide_approval" ? (command.people ?? []).map(({ id }) => id) : []),
  ]);
  const keys = ids.filter((id) => id.startsWith(KEY_PREFIX)).map((id) => id.slice(KEY_PREFIX.length));
  return [...new Set(keys)].sort();
}

/** Answers a caller whose key was revoked, or ended, since the request was let in. */
export const KEY_ENDED = domainError("unauthenticated", "This key does not work any more.");

/**
 * The submissions as they stand when they are decided: a key may have ended, or been revoked, since its request was let in
 * (docs/api.md, "Keys"). What comes by such a key is refused, and nobody counts by one.
 */
export function ofWorkingCallers(
  submissions: readonly Submission[],
  working: ReadonlySet<string>,
): { submissions: Submission[]; ended: Answered[] } {
  const works = (id: string) => !id.startsWith(KEY_PREFIX) || working.has(id.slice(KEY_PREFIX.length));
  const ended = submissions.flatMap((submission): Answered[] => {
    const { actor } = submission.envelope;
    if (actor.kind !== "person" || works(actor.id)) return [];
    return [{ submission, reply: { ok: false, error: KEY_ENDED } }];
  });
  return { submissions: submissions.map((one) => withPeople(one, works)), ended };
}

function withPeople(submission: Submission, works: (id: string) => boolean): Submission {
  const { envelope } = submission;
  const { command } = envelope;
  if (command.type !== "decide_approval" || !command.people) return submission;
  const people = command.people.filter(({ id }) => works(id));
  return { ...submission, envelope: { ...envelope, command: { ...command, people } } };
}
