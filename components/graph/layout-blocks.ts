import { edgeId, type TaskLinks } from "./flow-edges";
import { FOLD_ID } from "./fold-levels";

/** The tasks that one plan version brought. Blocks are laid out one by one, so that a later one moves no task. */
export type LayoutBlock = {
  /** The same tasks, the same key: what has been laid out stays. */
  key: string;
  nodes: string[];
  edges: { id: string; source: string; target: string }[];
  /** Tasks of earlier blocks that this one hangs on. */
  parents: string[];
};

/**
 * The blocks of a graph in the order of versions; hidden tasks stand behind one node in the first. In a draft a block
 * is another one as soon as its edges differ.
 */
export function layoutBlocks(
  wiring: readonly TaskLinks[],
  hidden: ReadonlySet<string>,
  draft = false,
): LayoutBlock[] {
  const shown = wiring.filter(({ id }) => !hidden.has(id));
  const blockOf = new Map(shown.map(({ id, version }) => [id, version]));
  const byVersion = new Map<number, TaskLinks[]>();
  for (const task of shown) push(byVersion, task.version, task);
  const versions = [...byVersion.keys()].sort((a, b) => a - b);
  const foldKey = hidden.size > 0 ? `${FOLD_ID}${hidden.size}` : "";
  return versions.map((version, index) => {
    const tasks = byVersion.get(version) ?? [];
    const withFold = index === 0 && foldKey !== "";
    if (withFold) blockOf.set(FOLD_ID, version);
    const edges = tasks.flatMap(({ id, dependsOn }) => {
      const sources = new Set(dependsOn.map((from) => (hidden.has(from) ? FOLD_ID : from)));
      return [...sources].map((source) => ({ id: edgeId(source, id), source, target: id }));
    });
    const nodes = [...(withFold ? [FOLD_ID] : []), ...tasks.map(({ id }) => id)];
    return {
      key: [foldKey, ...nodes, ...(draft ? edges.map(({ id }) => id) : [])].join("\n"),
      nodes,
      edges: edges.filter(({ source }) => blockOf.get(source) === version),
      parents: [...new Set(edges.map(({ source }) => source))].filter((id) => {
        const other = blockOf.get(id);
        return other !== undefined && other < version;
      }),
    };
  });
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
