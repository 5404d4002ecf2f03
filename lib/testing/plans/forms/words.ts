import type { Draw } from "../../runs/swaps/plans";

/** Names under which somebody may write what a task waits for; few of them are in any table of Waymark. */

/** Names that docs/plans.md has. */
export const PLAIN = {
  edge: ["depends_on", "dependsOn", "after", "needs", "dependencies", "blocked_by"],
  follower: ["next", "followed_by", "then"],
  guard: ["approver", "approved_by"],
} as const;

const EDGES = [
  ...("behind upon hinges_on comes_after prior_steps previous upstream_of input_from uses based_on prereqs".split(
    " ",
  ) as string[]),
  ...[
    "data_from",
    "context",
    "wait list",
    "source_steps",
    "dependsOnSteps",
    "precondition_steps",
    "starts with",
  ],
  ...[
    "abhängig_von",
    "nach",
    "voraussetzungen",
    "dépend_de",
    "après",
    "depende_de",
    "después_de",
    "依存",
    "前提",
  ],
  ...["zależy_od", "beroende av", "следует_за", "volgt op", "dipende_da", "depois_de"],
];
const FOLLOWERS = [
  ...["unlocks", "feeds", "enables", "releases", "children", "output_to", "targets", "gates", "on_done"],
  ...["danach", "suivant", "siguiente", "次", "potem", "sblocca", "libera"],
];
const GUARDS = [
  ...[
    "sign_off",
    "human_in_loop",
    "manual",
    "hold",
    "gate_by",
    "needs_ok",
    "reviewer",
    "watcher",
    "responsible",
  ],
  ...["owner", "lane", "mode", "environment", "paused", "attended", "locked", "checkpoint", "confirm_with"],
  ...[
    "vier_augen",
    "Freigabe",
    "zuständig",
    "visto_bueno",
    "validé_par",
    "承認者",
    "zatwierdza",
    "goedkeuring",
  ],
  ...["stage", "trigger", "control", "breakpoint", "interrupt", "callback", "policy_ref", "handled by"],
];
/** Names of what changes nothing, where other things stand under them. */
const BESIDE = [
  ...["priority", "label", "labels", "tags", "metadata", "notes", "comment", "category", "level", "position"],
  ...["estimate", "remarks", "rationale", "risk", "display", "color", "version", "theme"],
];
const SYLLABLES = ["ba", "ku", "ri", "zo", "mel", "tra", "fin", "os", "qua", "dal", "ent", "ix"];

const BESIDE_PARTS = new Set(BESIDE);

/** Is this a name of what changes nothing? A person whom nobody knows is a mere word there. */
export const isBeside = (name: string): boolean =>
  BESIDE_PARTS.has(name.toLowerCase()) || BESIDE_PARTS.has(name.charAt(0).toLowerCase() + name.slice(1));

export type Meaning = "edge" | "follower" | "guard";
const KNOWN: Readonly<Record<Meaning, readonly string[]>> = {
  edge: EDGES,
  follower: FOLLOWERS,
  guard: GUARDS,
};

/** Some name for it: a synonym, one of another language, one of something else, a misspelling, or nonsense. */
export function drawName(draw: Draw, meaning: Meaning): string {
  switch (draw.int(0, 5)) {
    case 0:
      return inCase(draw, draw.pick(BESIDE));
    case 1:
      return inCase(draw, misspelled(draw, draw.pick(PLAIN[meaning])));
    case 2:
      return inCase(draw, Array.from({ length: draw.int(1, 3) }, () => draw.pick(SYLLABLES)).join(""));
    default:
      return inCase(draw, draw.pick(KNOWN[meaning]));
  }
}

function misspelled(draw: Draw, name: string): string {
  const at = draw.int(1, name.length - 2);
  const [one = "", two = ""] = [name[at], name[at + 1]];
  const put = draw.pick([two + one, one + one + two, two, `${one}x${two}`]);
  return name.slice(0, at) + put + name.slice(at + 2);
}

/** The words of a name in some way of joining them. */
export function inCase(draw: Draw, name: string): string {
  const parts = name.replace(/([a-z])([A-Z])/g, "$1_$2").split(/[_ -]/);
  const big = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);
  switch (draw.int(0, 5)) {
    case 0:
      return parts.map((part, n) => (n === 0 ? part : big(part))).join("");
    case 1:
      return parts.join("-");
    case 2:
      return parts.map(big).join("");
    case 3:
      return parts.map(big).join(" ");
    default:
      return parts.join("_");
  }
}
