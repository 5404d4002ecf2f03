/** Comments that nobody has resolved or answered: those with a place in the plan in force, and those that have lost it. */
export type OpenComments = { open: number; stale: number };

/** Of these comments; a question is none that waits. */
export function countOpen(items: readonly { status: string; isQuestion: boolean }[]): OpenComments {
  const countOf = (wanted: string) =>
    items.filter(({ status, isQuestion }) => status === wanted && !isQuestion).length;
  return { open: countOf("open"), stale: countOf("stale") };
}

/** `1 comment open, 2 stale`; empty for none. */
export function formatOpenComments({ open, stale }: OpenComments): string {
  const comments = (count: number) => `${count} ${count === 1 ? "comment" : "comments"}`;
  if (open === 0) return stale === 0 ? "" : `${comments(stale)} stale`;
  return `${comments(open)} open${stale === 0 ? "" : `, ${stale} stale`}`;
}
