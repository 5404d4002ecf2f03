import { z } from "zod";

const text = z.string().trim().min(1);
const databaseUrl = text.regex(/^postgres(ql)?:\/\//, "must start with postgres://");

/** Hosts as `name` or `name:port`, with commas or spaces between them. */
const hosts = z
  .string()
  .transform((list) =>
    list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((host) => host.toLowerCase()),
  )
  .refine(
    (list) => list.every((host) => /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/.test(host)),
    "must be hosts such as intranet.example or 10.0.0.5:8080, with commas between them",
  );

const limit = z.int("must be whole numbers").min(1, "must be at least 1").optional();
export const DEFAULT_DB_CONNECTIONS = 10;
const LIMITS_FORM =
  'must be JSON such as {"openai": {"maxConcurrent": 8, "tokensPerMinute": 200000}, "openai:gpt-5": {}}';

/** What models take at most, by `provider:id`, or by provider for all its others (docs/models.md, "Limits"). */
const modelLimits = z
  .string()
  .transform((source, context) => {
    try {
      return JSON.parse(source) as unknown;
    } catch {
      context.addIssue(LIMITS_FORM);
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string().regex(/^[a-z][a-z-]*(:\S+)?$/, LIMITS_FORM),
      z.strictObject({ maxConcurrent: limit, tokensPerMinute: limit }, LIMITS_FORM),
      LIMITS_FORM,
    ),
  );

const QUOTAS_FORM = 'must be off, or JSON such as {"runsPerMinute": 60, "streams": 50}';

/** What a person may ask of a workspace, in place of the usual (SECURITY.md, "Quotas"). */
const quotas = z.union(
  [
    z.literal("off"),
    z
      .string()
      .transform((source, context) => {
        try {
          return JSON.parse(source) as unknown;
        } catch {
          context.addIssue(QUOTAS_FORM);
          return z.NEVER;
        }
      })
      .pipe(
        z.strictObject(
          {
            streams: limit,
            openRuns: limit,
            requestsPerMinute: limit,
            runsPerMinute: limit,
            uploadBytesPerMinute: limit,
            planBytesPerMinute: limit,
          },
          QUOTAS_FORM,
        ),
      ),
  ],
  QUOTAS_FORM,
);

/** Every variable Waymark reads. An empty one counts as unset. */
const schema = z
  .object({
    /** A PostgreSQL 15 or newer. `npm start` sets it to the one that comes with Waymark. */
    DATABASE_URL: databaseUrl.optional(),
    PORT: z.coerce.number("must be a number").int().min(1).max(65_535).default(3000),
    /** Where people find the console, for the links in messages; what `npm start` prints where unset. */
    WAYMARK_PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: "must be an http(s) address" })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
    /** One local person, served on the loopback address only. Nobody may believe in accounts that are not there. */
    AUTH: z.literal("off", "must be off: there are no accounts, only the local person").default("off"),
    /** Whether the console asks for the installation's token. Off, every account of this machine may use it. */
    AUTH_TOKEN: z.enum(["on", "off"], "must be on or off").default("on"),
    OPENAI_API_KEY: text.optional(),
    ANTHROPIC_API_KEY: text.optional(),
    GOOGLE_GENERATIVE_AI_API_KEY: text.optional(),
    AI_GATEWAY_API_KEY: text.optional(),
    OPENAI_COMPATIBLE_BASE_URL: z
      .url({ protocol: /^https?$/, error: "must be an http(s) address" })
      .optional(),
    OPENAI_COMPATIBLE_API_KEY: text.optional(),
    /** The default model, as `provider:id`. */
    WAYMARK_MODEL: text.regex(/^[a-z][a-z-]*:\S+$/, "must be provider:id, such as openai:gpt-5").optional(),
    WAYMARK_MODEL_LIMITS: modelLimits.optional(),
    /** How fast the simulated model answers: at once unless this says `natural`, as `npm start` does. */
    WAYMARK_SIMULATED_PACE: z.enum(["instant", "natural"]).optional(),
    /** Whether administrators may add MCP servers that are programs of this machine. Off, none is started. */
    WAYMARK_STDIO_SERVERS: z.enum(["on", "off"], "must be on or off").default("on"),
    /** Hosts that tools may reach although their addresses are private; none unless named here. */
    WAYMARK_ALLOWED_PRIVATE_HOSTS: hosts.optional(),
    /** Folder of the database and the caches; `.waymark` of the checkout when unset. */
    WAYMARK_DATA_DIR: text.optional(),
    /** What keys at rest are sealed with; the file `secret` of the data folder when unset. */
    WAYMARK_SECRET: text.min(16, "must have 16 characters at least").optional(),
    /** What each process writes to standard error at least, a JSON object a line; nothing with `silent`. */
    WAYMARK_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    /** Runs one worker advances at a time. */
    WAYMARK_WORKER_SLOTS: z.coerce.number("must be a number").int().min(1).max(1000).default(10),
    WAYMARK_QUOTAS: quotas.optional().transform((given) => given ?? {}),
    /** Connections to the database that one process has at most. */
    WAYMARK_DB_CONNECTIONS: z.coerce
      .number("must be a number")
      .int()
      .min(8)
      .max(500)
      .default(DEFAULT_DB_CONNECTIONS),
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  })
  .refine((env) => !env.OPENAI_COMPATIBLE_API_KEY || env.OPENAI_COMPATIBLE_BASE_URL, {
    path: ["OPENAI_COMPATIBLE_BASE_URL"],
    error: "must be set when OPENAI_COMPATIBLE_API_KEY is",
  });

export type Env = z.infer<typeof schema>;

/** Thrown by `readEnv`; the message names every bad variable, and never shows a value. */
export class EnvFailure extends Error {
  readonly code = "invalid_environment";

  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Fix these environment variables:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
    this.name = "EnvFailure";
  }
}

/** The checked environment, with defaults filled in. Throws EnvFailure. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new EnvFailure(result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}
