// Preloaded into every process of ours that has a parent of ours: when the parent dies, however it dies,
// this process is asked to stop, and ends itself if it does not.
import { spawn } from "node:child_process";
import { projectRoot } from "./paths.mjs";

// A supervisor gives its own children twelve seconds, and then stops the database.
const graceMs = 30_000;

// Children that this process forks inherit the preload, but their parent is not ours to watch.
if (process.channel && process.ppid === Number(process.env.WAYMARK_PARENT_PID)) {
  process.once("disconnect", onParentDeath);
  process.channel.unref();
  // A dead parent reads no more: words for it are lost, the work of stopping continues.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function onParentDeath() {
  if (process.env.WAYMARK_TIDY_UP) tidyUp();
  setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
  process.kill(process.pid, "SIGTERM");
}

/** The parent can no longer stop its database: a process of its own does, once nobody is connected. */
function tidyUp() {
  spawn(
    process.execPath,
    ["--import", new URL("typescript.mjs", import.meta.url).href, "scripts/db-stop.ts", "--wait"],
    {
      cwd: projectRoot,
      detached: true,
      stdio: "ignore",
    },
  ).unref();
}
