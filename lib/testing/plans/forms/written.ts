import type { Draw } from "../../runs/swaps/plans";
import type { OwnStep } from "./own-plan";
import { drawName, isBeside } from "./words";

/** Shapes in which somebody may write an edge or a guard. */

/** JSON whose objects may have a key twice. */
export type Written = string | number | boolean | null | Written[] | Keyed;
export class Keyed {
  readonly entries: [key: string, value: Written][];
  constructor(entries: [string, Written][]) {
    this.entries = entries;
  }
}

export function jsonOf(value: Written): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(", ")}]`;
  if (!(value instanceof Keyed)) return JSON.stringify(value);
  return `{${value.entries.map(([key, one]) => `${JSON.stringify(key)}: ${jsonOf(one)}`).join(", ")}}`;
}

export const keyed = (...entries: [string, Written][]): Keyed => new Keyed(entries);

/** A step by its id, its title or its number, in some spelling. */
function nameOf(draw: Draw, { id, title, number }: OwnStep): string {
  return draw.pick([
    ...[id, id, id.toUpperCase(), title, title.toLowerCase()],
    ...[`Step ${number}`, `step_${number}`, `#${number}`],
  ]);
}

/** What names these steps where one would look for an edge. */
export function edgeShape(draw: Draw, steps: readonly OwnStep[]): Written {
  const names = steps.map((step) => nameOf(draw, step));
  const titles = steps.map(({ title }) => title).join('" and "');
  const joined = (by: string) => names.join(by);
  switch (draw.int(0, 15)) {
    case 0:
      return keyed(...names.map((name): [string, Written] => [name, keyed(["condition", "approved"])]));
    case 1:
      return keyed(...names.map((name): [string, Written] => [name, true]));
    case 2:
      return names.map((name) =>
        keyed([draw.pick(["taskId", "id", "gate", "ref", "what", "Schritt"]), name]),
      );
    case 3:
      return draw.pick([
        joined(", "),
        joined(" and "),
        joined(" & "),
        joined(" + "),
        joined("; "),
        joined(" / "),
      ]);
    case 4:
      return draw.pick([`${joined(" -> ")} ->`, `after ${joined(" and ")}`, `${joined(", ")} first`]);
    case 5:
      return keyed([draw.pick(["all", "any_of", "steps", "list", "alle"]), names]);
    case 6:
      return steps.map(({ id }) =>
        keyed([draw.pick(["task", "kind", "x"]), keyed([draw.pick(["name", "is"]), id])]),
      );
    case 7:
      return draw.pick([`Only after "${titles}" is through.`, `Runs once ${titles} has ended well`]);
    case 8:
      return `Takes up what "${titles}" came to`;
    case 9:
      return names.map((name) => [name]);
    case 10:
      return steps.map(({ id }) => draw.pick([`\${${id}}`, `{{${id}.output}}`, `@${id}`, `<${id}>`]));
    case 11:
      return steps.map(({ number }) => number);
    default:
      return draw.chance(0.5) && names.length === 1 ? (names[0] as string) : names;
  }
}

/** Sentences that ask for somebody, or keep the work from starting, in languages that are known for it. */
const SENTENCES = [
  ...["Do not start before % has approved it.", "Wait until % says yes.", "Only after % has agreed to it."],
  ...[
    "Needs the approval of % first.",
    "% must confirm this before it is done.",
    "Please ask % for permission.",
  ],
  ...["Erst ausführen, wenn % es freigegeben hat.", "Nicht ohne die Zustimmung von % beginnen."],
  ...["À faire seulement après l'accord de %.", "Ne pas commencer avant la validation par %."],
  ...["No empezar hasta que % lo apruebe.", "Solo dopo l'approvazione e il benestare di %."],
  ...["%の承認を待つこと。", "Pas na goedkeuring van % uitvoeren.", "Dopiero po zgodzie %."],
] as const;

export const guardSentence = (draw: Draw, by: string): string => draw.pick(SENTENCES).replace("%", by);

/** What says under some name that this person is to agree. */
export function guardShape(draw: Draw, by: string): Written {
  switch (draw.int(0, 9)) {
    case 0:
    case 1:
      return draw.chance(0.7);
    case 2:
      return draw.pick([
        "required",
        "manual",
        "attended",
        "supervised",
        "on",
        "yes",
        "never automatic",
        "locked",
      ]);
    case 3:
      return keyed(guardEntry(draw, draw.pick<Written>([true, by, "required"])));
    case 4:
      return [by];
    case 5:
      return keyed(["who", by], ["blocking", true]);
    case 6:
    case 7:
      return guardSentence(draw, by);
    default:
      return by;
  }
}

/** An order of the whole plan, under some name. */
export function planOrder(
  draw: Draw,
  steps: readonly OwnStep[],
  pairs: readonly string[][],
): [string, Written] {
  const name = draw.pick([
    "flow",
    "order",
    "sequence",
    "dag",
    "links",
    "connections",
    "edges",
    "graph",
    "Ablauf",
    "arrows",
  ]);
  return [
    name,
    draw.pick<Written>([
      pairs.map(([from = "", to = ""]) => `${from} -> ${to}`),
      pairs.map(([from = "", to = ""]) => keyed([draw.pick(["from", "a", "source"]), from], ["to", to])),
      new Keyed(pairs.map(([from = "", to = ""]): [string, Written] => [to, [from]])),
      new Keyed(pairs.map(([from = "", to = ""]): [string, Written] => [from, to])),
      steps.map(({ id }) => id),
      steps.map(({ id }) => id).join(draw.pick([" -> ", ", ", " > ", " then "])),
    ]),
  ];
}

/** The input of a step that says there what it takes in. */
export function inputNaming(draw: Draw, { input, after }: OwnStep): Written {
  const ids = after.map(({ id }) => id);
  if (ids.length === 0) return draw.chance(0.5) ? input : keyed(["what", input]);
  switch (draw.int(0, 3)) {
    case 0:
      return keyed(["what", input], [draw.pick(["when", "needs", "Quelle", "of"]), ids]);
    case 1:
      return keyed(["what", input], ["of", keyed(...ids.map((id): [string, Written] => [`of ${id}`, id]))]);
    case 2:
      return keyed(
        ["what", input],
        ...ids.map((id, n): [string, Written] => [`in${n}`, `\${steps.${id}.output}`]),
      );
    default:
      return `${input}, with ${ids.map((id) => `\${${id}.output}`).join(" and ")}`;
  }
}

/** A guard under some name: under one of what changes nothing a person whom nobody knows is a mere word, and so is what it holds. */
export function guardEntry(draw: Draw, value: Written, name = drawName(draw, "guard")): [string, Written] {
  const said = Array.isArray(value) ? value[0] : value;
  const isMereWord = said instanceof Keyed || (typeof said === "string" && !/[@\s].*\s|@|承/u.test(said));
  return [isMereWord && isBeside(name) ? "sign_off" : name, value];
}

/** Edges of the plan, which say who has to agree to the work behind them. */
export const guardedEdges = (draw: Draw, steps: readonly OwnStep[]): Written =>
  steps.flatMap(({ id, after, by }) =>
    after.map((one) => {
      const guards = by === undefined ? [] : [guardEntry(draw, guardShape(draw, by) || true)];
      return keyed(["from", one.id], ["to", id], ...guards);
    }),
  );
