// Preloaded into `next start` with NEXT_MANUAL_SIG_HANDLE: on a stop signal, requests in flight are
// answered and event streams, which never end by themselves, are cut.
import { subscribe } from "node:diagnostics_channel";

const drainMs = 5_000;
const inFlight = new Set();
const servers = new Set();
let stopping = false;

subscribe("http.server.request.start", ({ response, server }) => {
  servers.add(server);
  inFlight.add(response);
  response.on("close", () => {
    inFlight.delete(response);
    if (stopping) exitWhenDrained();
  });
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

function stop() {
  if (stopping) return;
  stopping = true;
  for (const server of servers) server.close();
  for (const response of inFlight) if (isStream(response)) response.destroy();
  setTimeout(() => process.exit(0), drainMs);
  exitWhenDrained();
}

function isStream(response) {
  return String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");
}

function exitWhenDrained() {
  if (inFlight.size === 0) process.exit(0);
}
