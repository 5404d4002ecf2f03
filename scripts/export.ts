import { runExport } from "./export/run";
import { runMain } from "./lib/main";
import { standardTerminal } from "./mission/terminal";

runMain(() => runExport(process.argv.slice(2), standardTerminal));
