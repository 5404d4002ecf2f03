const LAYER_WIDTH = 40;

/** A plan of `tasks` tasks in layers, behind a gate that nobody decides: nothing moves while it is measured. */
export function gatedPlan(tasks: number) {
  const gate = {
    id: "gate",
    type: "human_review",
    title: "Begin",
    input: "Begin?",
    dependsOn: [] as string[],
  };
  const rest = Array.from({ length: tasks - 1 }, (_, n) => ({
    id: `task_${n}`,
    type: "task",
    title: `Look at part ${n} of the archive`,
    input: `Read part ${n} and say what it holds.`,
    dependsOn: parentsOf(n),
  }));
  return { title: `A plan of ${tasks}`, tasks: [gate, ...rest] };
}

/** The same without its gate: it runs to its end by itself. */
export function freePlan(tasks: number) {
  const { title, tasks: gated } = gatedPlan(tasks + 1);
  const [gate, ...free] = gated;
  return {
    title,
    tasks: free.map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => id !== gate?.id) })),
  };
}

/** One to three of the layer before, the same ones every time. */
function parentsOf(n: number): string[] {
  const layer = Math.floor(n / LAYER_WIDTH);
  if (layer === 0) return ["gate"];
  const column = n % LAYER_WIDTH;
  const picked = [column, (column * 7 + layer) % LAYER_WIDTH, (column * 3 + 11) % LAYER_WIDTH];
  const parents = new Set(picked.slice(0, 1 + (n % 3)).map((at) => (layer - 1) * LAYER_WIDTH + at));
  return [...parents].sort((a, b) => a - b).map((at) => `task_${at}`);
}
