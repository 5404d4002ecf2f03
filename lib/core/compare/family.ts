/** A run by which others are found: its parent may be none of them. */
type Member = { runId: string; parentRunId: string | null };

/** The runs of a family as a tree is read: each below its parent, siblings as they come; `depth` is how far below. */
export function familyTree<M extends Member>(members: readonly M[]): (M & { depth: number })[] {
  const known = new Set(members.map(({ runId }) => runId));
  const children = new Map<string | null, M[]>();
  for (const member of members) {
    const { parentRunId } = member;
    const parent = parentRunId !== null && known.has(parentRunId) ? parentRunId : null;
    children.set(parent, [...(children.get(parent) ?? []), member]);
  }
  const tree: (M & { depth: number })[] = [];
  const open = childrenOf(children, null, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    tree.push(next);
    open.push(...childrenOf(children, next.runId, next.depth + 1));
  }
  return tree;
}

/** The last comes first, as it is taken last. */
const childrenOf = <M extends Member>(
  children: ReadonlyMap<string | null, M[]>,
  parent: string | null,
  depth: number,
): (M & { depth: number })[] => (children.get(parent) ?? []).map((one) => ({ ...one, depth })).reverse();
