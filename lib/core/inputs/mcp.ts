import { z } from "zod";
import { recordOf } from "../json-schemas";
import { SERVER_NAME } from "../mcp";
import { SIDE_EFFECTS } from "../ports";
import { describeForm } from "../schema-form";
import { CALL_TIMEOUT_MS } from "./limits";
import { hasUserInfo } from "./user-info";

const MAX_SECRETS = 30;

export const serverName = z
  .string()
  .regex(SERVER_NAME, "A name has 1 to 24 small letters, digits and hyphens, and begins with a letter.");

const noControls = /^[^\p{Cc}]*$/u;
const line = (maxChars: number) =>
  z.string().max(maxChars).regex(noControls, "Line breaks are not possible.");
/** What `node:http` refuses would otherwise only show when the server is called. */
const headerText = /^[\t\x20-\x7e]*$/;

const secretValue = z.string().max(8_000);
const secrets = (name: RegExp, what: string) =>
  recordOf(secretValue)
    .refine((values) => Object.keys(values).length <= MAX_SECRETS, `At most ${MAX_SECRETS} of them.`)
    .refine((values) => Object.keys(values).every((key) => name.test(key)), `That is no name of a ${what}.`);

const common = {
  name: serverName.meta({
    title: "Name",
    description:
      "Lowercase letters, digits and hyphens. Prefixes its tool names, as in files__read_file. Cannot be changed later.",
    look: { placeholder: "files" },
  }),
  timeoutMs: z
    .int()
    .min(CALL_TIMEOUT_MS.min)
    .max(CALL_TIMEOUT_MS.max)
    .default(CALL_TIMEOUT_MS.default)
    .meta({
      title: "Call timeout (seconds)",
      look: { scale: 1_000, placeholder: `${CALL_TIMEOUT_MS.default / 1_000}` },
    }),
  enabled: z
    .boolean()
    .default(true)
    .meta({
      title: "Enabled",
      description: "When off, missions cannot use its tools.",
      look: { as: "switch" },
    }),
};

const address = z
  .url({ protocol: /^https?$/, error: "An address begins with http:// or https://." })
  .max(2_000)
  .refine((url) => !hasUserInfo(url), "Send user names and passwords in a header.");

/**
 * A server as an administrator describes it. `env` and `headers` are written and never read: left out, those that are
 * kept stay.
 */
export const serverInput = z.discriminatedUnion("transport", [
  z.strictObject({
    ...common,
    transport: z.literal("stdio"),
    command: line(1_000)
      .trim()
      .min(1, "Which program is to be started?")
      .meta({
        title: "Command",
        description: "Path, or a name on the system PATH.",
        look: { as: "code", placeholder: "npx" },
      }),
    args: z
      .array(line(4_000))
      .max(100)
      .default([])
      .meta({
        title: "Arguments (optional)",
        description: "One per line, without quotes. Do not put secrets here; use a variable.",
        look: {
          list: "lines",
          placeholder: "-y\n@modelcontextprotocol/server-filesystem\n/home/me/documents",
        },
      }),
    /** The program and its arguments once more, as the administrator saw them. Needed where they, or variables of `env`, are new. */
    confirmedCommand: z.array(z.string()).max(101).optional(),
    env: secrets(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "variable").optional(),
  }),
  z.strictObject({
    ...common,
    transport: z.literal("http"),
    url: address.meta({
      title: "URL",
      description: "Do not put secrets in the URL; use a header.",
      look: { as: "code", placeholder: "https://tools.example.com/mcp" },
    }),
    headers: secrets(/^[A-Za-z0-9-]{1,100}$/, "header")
      .refine((values) => Object.values(values).every((value) => headerText.test(value)), {
        error: "A header takes letters, digits and signs of ASCII on one line.",
      })
      .optional(),
    allowPrivate: z
      .boolean()
      .default(false)
      .meta({
        title: "Allow local and private network addresses",
        description:
          "Otherwise local and private network addresses are blocked. Turn this on only for a server you control.",
        look: { as: "switch" },
      }),
  }),
]);
export type ServerInput = z.output<typeof serverInput>;
/** As callers give it. */
export type ServerChange = z.input<typeof serverInput>;

/** The fields that people fill in for a server, reached in either way. */
export const serverForm = describeForm(serverInput);
export type ServerNodes = typeof serverForm;

/** What a tool of a server counts as; without `sideEffects` the server's own word counts. */
export const serverToolInput = z.strictObject({
  name: serverName,
  tool: z.string().min(1).max(128),
  sideEffects: z.enum(SIDE_EFFECTS).optional(),
  /** Calling it twice with the same arguments leaves the world as calling it once does. */
  idempotent: z.boolean().optional(),
});
