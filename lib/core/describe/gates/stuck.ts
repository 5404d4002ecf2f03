import { quoted } from "../../legible/marked";
import type { Answerer, Departed } from "../../people";
import type { Forgone } from "../../run/controls/forgone";
import type { Unpassable } from "../../run/gates/passable";
import { isAssigned, ROLE_PREFIX } from "../../run/gates/rules";
import { withMore } from "../amounts";

/** The people of a workspace: who could answer gates, and who could once. */
type KnownPeople = { items: readonly Answerer[]; gone: readonly Departed[] };

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
  const byAuthor =
    authors.length > 0
      ? [`${authors.join(", ")} wrote the mission or plan, or asked for a change of it`]
      : [];
  const why = [...(asked.length > 0 ? named : recent.map(endOf)), ...byAuthor];
  return `${lead}${why.length > 0 ? `: ${why.join("; ")}` : ""}.`;
}

/** Says whom an open gate asks and who is not here, and who answers in their place; undefined where all are here, or nobody can. */
export function describeAbsent(
  { assignees }: { assignees: readonly string[] },
  people: KnownPeople,
): string | undefined {
  const absent = assignees.flatMap((one) => departureOf(one, people));
  const able = people.items.filter(
    (one) => one.capabilities.includes("review") && isAssigned(assignees, one),
  );
  if (absent.length === 0 || able.length === 0) return;
  const said = absent.join("; ");
  const forAll = able.find(({ everyone }) => everyone);
  const instead = forAll
    ? `${forAll.name} stands for everyone, and can answer`
    : `${listed(
        able.slice(0, MAX_RECENT).map(({ name }) => name),
        able.length - MAX_RECENT,
      )} can answer`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}. ${instead}.`;
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

/** Names who can be added where nobody may let something pass. */
export const ADD_SOMEBODY =
  "Somebody else with the right to review is needed: an administrator can make them a key.";

/** Says what rejecting a change of the plan does for those who asked for it. */
export const describeWayBack = ({ planVersion }: { planVersion: number }): string =>
  `Rejecting it takes that wish back: plan v${planVersion} stays in force, and asking made nobody an author of it.`;

const MAX_FORGONE = 3;

/** Says what the reader could approve and no longer can once they have written this; each sentence with who else can, if anybody. */
export function describeForgone(forgone: readonly Forgone[], act: "send" | "apply"): string[] {
  const lead = `If you ${act} this, you count as an author of the plan and cannot approve`;
  const alike = new Map<string, Forgone[]>();
  for (const one of forgone) {
    const key = JSON.stringify([one.isStuck, one.able]);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((some) => {
    const [{ able, isStuck } = { able: [], isStuck: false }] = some;
    const titles = some
      .slice(0, MAX_FORGONE)
      .map(({ title }) => (title === undefined ? THE_PLAN : quoted(title)));
    const them = listed(titles, some.length - titles.length);
    const named = listed(able.slice(0, MAX_FORGONE), able.length - MAX_FORGONE);
    if (!isStuck)
      return `${lead} ${them} yourself. ${able.length === 0 ? "It passes at its deadline." : `${named} can.`}`;
    const left = able.length === 0 ? "nobody else here can" : `only ${named} can, fewer than it takes`;
    return `${lead} ${them} yourself; ${left}. ${ADD_SOMEBODY}`;
  });
}

const THE_PLAN = "the version that comes of it";

/** The first of a list, with how many more there are; in a whole one the last stands behind “and”. */
function listed(some: readonly string[], more: number): string {
  if (more > 0 || some.length < 2) return withMore(some.join(", "), more);
  return `${some.slice(0, -1).join(", ")} and ${some.at(-1)}`;
}
