import { abortOnStopSignal, runMain } from "./lib/main";
import { standardTerminal } from "./mission/terminal";
import { runReplay } from "./replay/run";

runMain(() => runReplay(process.argv.slice(2), standardTerminal, abortOnStopSignal()));
