import { abortOnStopSignal, runMain } from "./lib/main";
import { runMission } from "./mission/run";
import { standardTerminal } from "./mission/terminal";

runMain(() => runMission(process.argv.slice(2), standardTerminal, abortOnStopSignal()));
