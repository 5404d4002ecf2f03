import { LOCAL_WORKSPACE_ID } from "@/lib/auth/actor";
import { runEvaluation } from "./eval/run";
import { abortOnStopSignal, runMain } from "./lib/main";
import { withSession } from "./mission/session";
import { standardTerminal } from "./mission/terminal";

/** `npm run eval`: holds roles against labeled sets (docs/evaluation.md). */
runMain(() =>
  runEvaluation(process.argv.slice(2), {
    terminal: standardTerminal,
    signal: abortOnStopSignal(),
    withEffects: (use) =>
      withSession(({ effects, services, keepCall }) => {
        const of = { purpose: "eval" as const, id: effects.ids.next(), workspaceId: LOCAL_WORKSPACE_ID };
        return use(effects, services, (row) => keepCall(of, row));
      }),
  }),
);
