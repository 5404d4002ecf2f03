import type { Capability } from "./capabilities";
import { type Answerer, localOperator } from "./people";
import { KEY_PREFIX } from "./run/gates/rules";

/** Letters and signs that are drawn like a Latin letter, each before the letter that stands for all of them. */
const LOOK_ALIKES = new Map(
  (
    "аa вb еe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd һh ӏi ԛq ԝw үy ӕæ " +
    "αa βb εe ζz ηn ικ κk μm νv οo ρp τt υu χx γy ωw ιi " +
    "Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx ıi ɩi ǀi |i !i 1i li 0o ɑa ɡg օo"
  )
    .split(" ")
    .map((pair) => [...pair] as [string, string]),
);

/**
 * A name as people read it at a glance: names that look alike have one form (Unicode TR 39 calls it a skeleton). For
 * comparing names, never to show.
 */
export function foldName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\s+/g, " ")
    .replace(/\p{Pd}/gu, "-");
  // Capitals of other scripts do not look like what their small letters look like.
  const latin = asLatin(asLatin(plain.trim()).toLowerCase());
  return latin.replaceAll("rn", "m").replaceAll("vv", "w");
}

const asLatin = (text: string): string =>
  [...text].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("");

type NamedKey = { id: string; name: string; madeByKey: string | null };

/** Which of the names and ids that others go by reads the same as a name; undefined where none does. */
export function readsLike(name: string, others: readonly { id: string; name: string }[]): string | undefined {
  const own = foldName(name);
  return others.flatMap((one) => [one.name, one.id]).find((used) => foldName(used) === own);
}

/**
 * Under which names gates may ask a key (docs/api.md, "Keys"): its own, unless a person or another working key has a name or
 * an id that reads the same. A key that a key made has none: the one who chose that name may not be that person.
 */
export function gateNamesOf(
  { id, name, madeByKey }: NamedKey,
  working: readonly Pick<NamedKey, "id" | "name">[],
): string[] {
  if (madeByKey !== null) return [];
  const others = [localOperator, ...working.filter((one) => one.id !== id)];
  return readsLike(name, others) === undefined ? [name] : [];
}

type LastingKey = NamedKey & { capabilities: Capability[]; roles: string[]; endsAt: Date | null };

/** Who of a workspace could answer its gates at this moment: the local person, and of these keys those that have not ended. */
export function answerersAt(keys: readonly LastingKey[], nowMs: number): Answerer[] {
  const working = keys.filter(({ endsAt }) => endsAt === null || endsAt.getTime() > nowMs);
  const callers = working.map((key) => {
    const { id, name, roles, capabilities } = key;
    return { id: `${KEY_PREFIX}${id}`, name, names: gateNamesOf(key, working), roles, capabilities };
  });
  return [localOperator, ...callers];
}
