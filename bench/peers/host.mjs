// Entry of the process in which one peer runs: `node host.mjs <peer>`, told by its parent what to run and when. Each peer
// is a module with `open(databaseUrl)`, which gives `prepare(graph)`, `run(graph)` and `close()`.
const [name] = process.argv.slice(2);
const { open } = await import(`./${name}.mjs`);
const peer = await open(process.env.PEER_DATABASE_URL);

process.on("message", async ({ act, graph }) => {
  try {
    process.send((await peer[act](graph)) ?? {});
  } catch (error) {
    process.send({ error: error instanceof Error ? error.stack : String(error) });
  }
});
process.once("SIGTERM", async () => {
  await peer.close();
  process.exit(0);
});
// A pool that closes its idle connections would leave nothing for Node to wait for.
process.channel.ref();
process.send({});
