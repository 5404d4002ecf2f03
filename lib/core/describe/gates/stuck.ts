import type { Answerer, Departed } from "../../people";
import type { Unpassable } from "../../run/gates/passable";
import { isAssigned, ROLE_PREFIX } from "../../run/gates/rules";

/** The people of a workspace: who could answer gates, and who could once. */
export type KnownPeople = { items: readonly Answerer[]; gone: readonly Departed[] };

/** Why an open gate waits for nobody, in a sentence: who has left and when (UTC), and who is not enough. */
export function describeStuck(
  { asked, quorum, able, authors }: Unpassable,
  people: KnownPeople,
  openedAt: number,
): string {
  const left = able.join(", ");
  const lead =
    able.length === 0
      ? "Nobody who may let this pass is left"
      : `This still needs ${quorum} people, and only ${left} ${able.length === 1 ? "is" : "are"} left`;
  const named = asked.flatMap((one) => departureOf(one, people));
  const recent = people.gone.filter(({ at }) => at >= openedAt).slice(0, MAX_RECENT);
  const byAuthor = authors.length > 0 ? [`${authors.join(", ")} wrote the mission or plan`] : [];
  const why = [...(asked.length > 0 ? named : recent.map(endOf)), ...byAuthor];
  return `${lead}${why.length > 0 ? `: ${why.join("; ")}` : ""}.`;
}

const MAX_RECENT = 3;

const endOf = ({ name, at, how }: Departed): string =>
  `the key of ${name} ${how === "revoked" ? "was revoked" : "ended"} on ${new Date(at).toISOString().slice(0, 10)}`;

/** How somebody who is asked came to be missing; nothing of those who are there. */
function departureOf(one: string, { items, gone }: KnownPeople): string[] {
  if (items.some((person) => !person.everyone && isAssigned([one], person))) return [];
  const role = one.startsWith(ROLE_PREFIX) ? one.slice(ROLE_PREFIX.length) : undefined;
  const last = gone.find(({ id, name, roles }) =>
    role === undefined ? id === one || name === one : roles.includes(role),
  );
  if (role !== undefined) return [`nobody has the role ${role}${last ? `: ${endOf(last)}` : ""}`];
  // The one who stands for everyone is there under their own name.
  if (items.some(({ name }) => name === one)) return [];
  return [last ? endOf(last) : `nobody here is ${one}`];
}
