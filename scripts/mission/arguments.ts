import { parseArgs } from "node:util";
import { CONTROLS_MODES, type RunSettings } from "@/lib/core/run/settings";
import { SCENARIOS } from "@/lib/core/scenarios";
import { LIMIT_OPTIONS, type Limits, readLimits } from "./limits";

export type MissionRequest = {
  mission: string;
  /** It is one of the samples. */
  sample: boolean;
  planFile?: string;
  /** Paths of pieces of the plan that are not read, which it is to do without. */
  leaveOut?: string[];
  /** A template by name, in its newest version, with the values of its parameters. */
  template?: { name: string; values: Record<string, string> };
  /** A JSON file with results by task id. */
  resultsFile?: string;
  /** A JSON file with decisions by task id. */
  reviewsFile?: string;
  /** A JSON file with settings of the run, which the other options override. */
  settingsFile?: string;
  /** Files that the mission is about. */
  attach?: string[];
  yes: boolean;
  json: boolean;
  model?: string;
  limits: Limits;
  /** What a plan that weakens a human gate does. */
  controls?: RunSettings["controls"];
};

export type Read<T> = { ok: true; value: T } | { ok: false; message: string };

const MISSION_USAGE = `Usage:
  npm run mission -- "<mission>"              plan it and run it
  npm run mission -- --scenario <name>        run a sample: ${SCENARIOS.map((s) => s.name).join(", ")}
  npm run mission -- --plan <file>            run a plan, as JSON or as text
  npm run mission -- --template <name> --param <name>=<value>
                                              run a plan template; --param may be repeated
Options:
  --leave-out <path>         do without this piece of the plan, which is not read; may be repeated
  --yes                      apply review decisions at once, approve gates, never wait for a person
  --json                     print the final report as one JSON object on standard output
  --model <id>               the model for every role
  --initial-results <file>   results that tasks of the plan already have, as JSON: {"<task>": <value>}
  --attach <file>            a file for the mission; may be repeated
  --max-cost <dollars>       cost limit of all model calls, in US dollars
  --max-tokens <n>           limit of tokens, input and output together
  --max-hops <n>             limit of tool calls, by agents and programs
  --max-minutes <n>          time limit, excluding waits for people
  --max-replans <n>          limit of replans; 0 turns replanning off
  --max-wishes <n>           limit of replans that people wish for, counted apart
  --max-iterations <n>       limit of iterations that add what is missing; 0 turns them off
  --controls <mode>          what a plan that weakens a human gate does: ask its people, or refuse
  --model-timeout <seconds>  time limit of one call of a model
  --settings <file>          settings of the run, as JSON: {"<setting>": <value>}; other options win
  --task-timeout <seconds>   time limit of the tools of one attempt, without the time of models
  --reviews <file>           decisions of the plan's reviews and human gates, as JSON: {"<task>": "<decision>"}
Exit codes: 0 completed, 3 a gate is waiting for a person, 1 anything else.`;

const OPTIONS = {
  scenario: { type: "string" },
  plan: { type: "string" },
  "leave-out": { type: "string", multiple: true },
  template: { type: "string" },
  param: { type: "string", multiple: true },
  "initial-results": { type: "string" },
  reviews: { type: "string" },
  settings: { type: "string" },
  controls: { type: "string" },
  attach: { type: "string", multiple: true },
  model: { type: "string" },
  ...LIMIT_OPTIONS,
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** What the command line asks for, or why it cannot be understood. Touches nothing. */
export function readMissionArguments(argv: string[]): Read<MissionRequest> {
  const parsed = parse(argv);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const given = positionals.length > 0;
  if (positionals.length > 1) return usageError("Put the mission in quotes, as one argument.");
  if (given && values.scenario !== undefined) return usageError("Use a mission or a scenario, not both.");
  if (values.plan !== undefined && values.scenario !== undefined) {
    return usageError("Use a plan or a scenario, not both.");
  }
  const template = readTemplate(values);
  if (!template.ok) return template;
  const hasPlan = values.plan !== undefined || template.value !== undefined;
  const results = values["initial-results"];
  if (results !== undefined && !hasPlan) return usageError("--initial-results needs --plan.");
  const leaveOut = values["leave-out"];
  if (leaveOut && values.plan === undefined) return usageError("--leave-out needs --plan.");
  const { reviews } = values;
  if (reviews !== undefined && !hasPlan) return usageError("--reviews needs --plan.");
  const mission = values.scenario === undefined ? ok(positionals[0] ?? "") : missionOf(values.scenario);
  if (!mission.ok) return mission;
  if (!hasPlan && mission.value.trim() === "") {
    return usageError(given ? "The mission is empty." : "Describe the mission.");
  }
  const controls = CONTROLS_MODES.find((mode) => mode === values.controls);
  if (values.controls !== undefined && !controls)
    return usageError(`--controls is ${CONTROLS_MODES.join(" or ")}, not “${values.controls}”.`);
  const limits = readLimits(values);
  if (!limits.ok) return usageError(limits.message);
  return ok({
    mission: mission.value,
    sample: values.scenario !== undefined,
    yes: values.yes,
    json: values.json,
    limits: limits.value,
    ...(controls && { controls }),
    ...(values.plan === undefined ? {} : { planFile: values.plan }),
    ...(leaveOut && { leaveOut }),
    ...(template.value && { template: template.value }),
    ...(results === undefined ? {} : { resultsFile: results }),
    ...(reviews === undefined ? {} : { reviewsFile: reviews }),
    ...(values.settings === undefined ? {} : { settingsFile: values.settings }),
    ...(values.attach === undefined ? {} : { attach: values.attach }),
    ...(values.model === undefined ? {} : { model: values.model }),
  });
}

type TemplateValues = { template?: string; param?: string[]; plan?: string; scenario?: string };

/** The template that is named, with what its parameters are given; nothing where none is. */
function readTemplate({
  template,
  param = [],
  plan,
  scenario,
}: TemplateValues): Read<MissionRequest["template"]> {
  if (template === undefined) {
    if (param.length > 0) return usageError("--param needs --template.");
    return ok(undefined);
  }
  if (plan !== undefined || scenario !== undefined)
    return usageError("Use a template, a plan or a scenario, one of them.");
  const values: Record<string, string> = {};
  for (const one of param) {
    const at = one.indexOf("=");
    if (at < 1) return usageError(`--param is <name>=<value>, not “${one}”.`);
    values[one.slice(0, at)] = one.slice(at + 1);
  }
  return ok({ name: template, values });
}

function parse(argv: string[]) {
  try {
    return ok(parseArgs({ args: argv, options: OPTIONS, allowPositionals: true }));
  } catch (error) {
    return usageError(error instanceof Error ? error.message : "Invalid arguments.");
  }
}

function missionOf(name: string): Read<string> {
  const scenario = SCENARIOS.find((known) => known.name === name);
  if (scenario) return ok(scenario.mission);
  return usageError(`There is no scenario “${name}”. There are: ${SCENARIOS.map((s) => s.name).join(", ")}.`);
}

const ok = <T>(value: T) => ({ ok: true, value }) as const;
const usageError = (message: string) => ({ ok: false, message: `${message}\n\n${MISSION_USAGE}` }) as const;
