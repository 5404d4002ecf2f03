import { writeFileSync } from "node:fs";
import { createRecorder } from "@/lib/testing/recordings/recording-model";
import { Failure } from "./lib/failure";
import { abortOnStopSignal, runMain } from "./lib/main";
import { runMission } from "./mission/run";
import { standardTerminal } from "./mission/terminal";

const USAGE = `Usage:
  npm run record -- <file.jsonl> <what npm run mission takes>
Runs a mission with the model that is set up, and writes every call of it to the file.`;

const IS_SECRET = /KEY|TOKEN|SECRET|PASSWORD/;

/** `npm run record`: runs a mission as `npm run mission` does, and records what its roles ask and are answered. */
runMain(async () => {
  const [file = "", ...mission] = process.argv.slice(2);
  if (!file.endsWith(".jsonl") || mission.length === 0) throw new Failure("record_usage", USAGE);
  const secrets = Object.entries(process.env).flatMap(([name, value]) =>
    IS_SECRET.test(name) && value !== undefined ? value : [],
  );
  const wrapModel = createRecorder({
    onCall: (calls) => writeFileSync(file, `${calls.map((call) => JSON.stringify(call)).join("\n")}\n`),
    secrets,
  });
  return await runMission(mission, standardTerminal, abortOnStopSignal(), { wrapModel });
});
