import { localPerson as actor } from "@/lib/auth/actor";
import type { AppOptions } from "@/lib/compose";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { withOurNames } from "@/lib/core/inputs/setting-names";
import type { JsonObject } from "@/lib/core/json";
import { sampleSettings, scenarioOf } from "@/lib/core/scenarios";
import type { Services } from "@/lib/services/registry";
import { type MissionRequest, readMissionArguments } from "./arguments";
import { EXIT, releaseLines } from "./final-report";
import { followRun, type PassedGate } from "./follow";
import { attachFiles, readPlanFile, readResultsFile, readReviewsFile, readSettingsFile } from "./input-files";
import { withSession } from "./session";
import { failureLines, printEvents, printReport, type Terminal } from "./terminal";
import { plainLine } from "./text";

/** `npm run mission`: runs one mission from start to end, or to the first gate that only a person may answer. */
export async function runMission(
  argv: string[],
  terminal: Terminal,
  signal: AbortSignal,
  options: AppOptions = {},
): Promise<number> {
  const read = readMissionArguments(argv);
  if (!read.ok) {
    terminal.progress(read.message);
    return EXIT.failed;
  }
  const request = read.value;
  try {
    const plan =
      request.planFile === undefined ? undefined : await readPlanFile(request.planFile, request.leaveOut);
    const { resultsFile, reviewsFile, settingsFile } = request;
    const settings =
      settingsFile === undefined ? {} : withOurNames<GivenSettings>(await readSettingsFile(settingsFile));
    const given = {
      ...(resultsFile !== undefined && { initialResults: await readResultsFile(resultsFile) }),
      ...(reviewsFile !== undefined && { reviews: (await readReviewsFile(reviewsFile)) as GivenReviews }),
    };
    return await withSession(async ({ services, ensureWorker }) => {
      const attachments = await attachFiles(services, request.attach ?? []);
      const template = request.template && (await templateOf(services, request.template));
      const planned = { ...inputOf(request, plan, { ...given, settings }), ...(template && { template }) };
      const input = { ...planned, attachments };
      const { runId } = await services.runs.create({ actor, input });
      terminal.progress(`run       ${runId}`);
      await ensureWorker();
      const onEvent = printEvents(terminal);
      const onPassed = (gate: PassedGate) => {
        for (const line of passedLines(gate)) terminal.progress(line);
      };
      await followRun(services, { runId, after: 0, onEvent, yes: request.yes, onPassed, signal });
      if (signal.aborted) await cancel(services, runId, terminal);
      const report = await services.runs.report({ actor, input: { runId } });
      return printReport(terminal, report, request.json);
    }, options);
  } catch (thrown) {
    const lines = failureLines(thrown);
    if (!lines) throw thrown;
    for (const line of lines) terminal.progress(line);
    return EXIT.failed;
  }
}

/** Tells what the rule of a `--yes` session let pass, and what that set free. */
const passedLines = (gate: PassedGate): string[] => [
  `passed    ${gate.approvalId} (${gate.verb}): ${plainLine(gate.prompt, 500)}`,
  ...releaseLines(gate),
];

/** As the files say it; the service checks it with the plan. */
type GivenReviews = NonNullable<Parameters<Services["runs"]["create"]>[0]["input"]["reviews"]>;
type Given = { initialResults?: JsonObject; reviews?: GivenReviews; settings: GivenSettings };
type GivenSettings = Partial<Parameters<Services["runs"]["create"]>[0]["input"]["settings"]>;

/** With `--yes` nothing waits for a person, as far as a rule may decide. */
function inputOf(
  { mission, sample, yes, model, limits, controls, leaveOut }: MissionRequest,
  plan: string | undefined,
  { settings: fromFile, ...given }: Given,
) {
  const rule = yes ? { reviewMode: "auto" as const, onBudget: "finish" as const } : {};
  const models = model === undefined ? {} : { models: { ...fromFile?.models, default: model } };
  return {
    mission,
    settings: {
      ...(sample && sampleSettings(scenarioOf(mission)?.name ?? "")),
      ...fromFile,
      ...rule,
      ...models,
      ...limits,
      ...(controls && { controls }),
    },
    ...(plan === undefined ? {} : { plan, planOrigin: "import" as const }),
    ...(leaveOut && { leaveOut }),
    ...given,
  };
}

/** The template of this name. Throws `not_found`, with the names that there are. */
async function templateOf(services: Services, { name, values }: NonNullable<MissionRequest["template"]>) {
  const { items } = await services.templates.list({ actor, input: { kind: "plan" } });
  const found = items.find((one) => one.name === name);
  if (found) return { templateId: found.templateId, values };
  const known =
    items.length === 0 ? "There are none." : `There are: ${items.map((one) => one.name).join(", ")}.`;
  throw new DomainFailure(domainError("not_found", `There is no template “${name}”. ${known}`));
}

/** A person who stops the command does not expect the run to go on by itself later. */
async function cancel(services: Services, runId: string, terminal: Terminal): Promise<void> {
  const input = { runId, type: "cancel" as const, reason: "interrupted at the terminal" };
  await services.runs.command({ actor, input }).catch((thrown: unknown) => {
    terminal.progress(
      `The run ${runId} could not be cancelled: ${failureLines(thrown)?.[0] ?? "unknown fault"}`,
    );
  });
}
