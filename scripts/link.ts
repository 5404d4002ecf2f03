import { revokeAccess } from "@/lib/auth/sessions";
import { readEnv } from "@/lib/env";
import { defaultDataDir } from "./database";
import { runMain } from "./lib/main";
import { consoleAddress, printLine } from "./lib/processes";

/** Prints the address that opens the console; `--renew` makes another one, and signs every browser out. */
runMain(async () => {
  const { PORT: port, AUTH_TOKEN: authToken } = readEnv();
  if (process.argv.includes("--renew")) revokeAccess(defaultDataDir());
  printLine(consoleAddress(port));
  if (authToken === "off")
    printLine("AUTH_TOKEN is off: this address opens for every account of this machine.");
  return 0;
});
