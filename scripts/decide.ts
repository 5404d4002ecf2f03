import { runDecide } from "./decide/run";
import { abortOnStopSignal, runMain } from "./lib/main";
import { standardTerminal } from "./mission/terminal";

runMain(() => runDecide(process.argv.slice(2), standardTerminal, abortOnStopSignal()));
