/** The work of a step, which is none: it gives its id and the graph's text, and is counted. */
export function createSteps() {
  let done = 0;
  return {
    act(graph, id) {
      done += 1;
      return `${id} ${graph.output}`;
    },
    /** Times a run of the graph; one in which not every step was done exactly once counts for nothing. */
    async time(graph, work) {
      done = 0;
      const startedAt = performance.now();
      const more = await work();
      const ms = performance.now() - startedAt;
      if (done !== graph.tasks.length) throw new Error(`${done} of ${graph.tasks.length} steps were done`);
      return { ms, ...more };
    },
  };
}

/** The tasks in rows, each of which depends on earlier rows alone: what a workflow written as a function awaits in turn. */
export function layersOf({ tasks }) {
  const depths = new Map();
  const layers = [];
  for (const { id, dependsOn } of tasks) {
    const depth = Math.max(-1, ...dependsOn.map((other) => depths.get(other))) + 1;
    depths.set(id, depth);
    layers[depth] ??= [];
    layers[depth].push(id);
  }
  return layers;
}
