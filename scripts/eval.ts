import { runEvaluation } from "./eval/run";
import { abortOnStopSignal, runMain } from "./lib/main";
import { withSession } from "./mission/session";
import { standardTerminal } from "./mission/terminal";

/** `npm run eval`: holds roles against labeled sets (docs/evaluation.md). */
runMain(() =>
  runEvaluation(process.argv.slice(2), {
    terminal: standardTerminal,
    signal: abortOnStopSignal(),
    withEffects: (use) => withSession(({ effects, services }) => use(effects, services)),
  }),
);
