const NAMES = ["a", "b", "c", "d", "e"] as const;

/** What the page calls the run at this place. */
export const letterOf = (index: number): string => NAMES[index]?.toUpperCase() ?? "?";

type Params = Record<string, string | string[] | undefined>;
export type ComparedIds = { a: string; b: string; c?: string; d?: string; e?: string };

/** The runs that an address names, each once, in their order. */
export function namedIds(params: Params): string[] {
  return [...new Set(NAMES.flatMap((name) => params[name] ?? []).filter((id) => id !== ""))];
}

/** The runs that an address compares; undefined where it names fewer than two. */
export function comparedIds(params: Params): ComparedIds | undefined {
  const [a, b, c, d, e] = namedIds(params);
  if (a === undefined || b === undefined) return;
  return {
    a,
    b,
    ...(c !== undefined && { c }),
    ...(d !== undefined && { d }),
    ...(e !== undefined && { e }),
  };
}

/** The address of the page that sets these runs side by side. */
export function compareHref(runIds: readonly string[]): string {
  const named = NAMES.flatMap((name, index) => (runIds[index] === undefined ? [] : [[name, runIds[index]]]));
  return `/compare?${new URLSearchParams(named as [string, string][])}`;
}
