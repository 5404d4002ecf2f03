// What the Workflow SDK builds for its own runtime: it is never imported as it stands here. Steps of a layer start together.
export async function runGraph(name, layers) {
  "use workflow";
  for (const layer of layers) await Promise.all(layer.map((id) => act(name, id)));
}

async function act(name, id) {
  "use step";
  return globalThis.benchAct(name, id);
}
