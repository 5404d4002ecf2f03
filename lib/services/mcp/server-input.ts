import { z } from "zod";
import { SERVER_NAME } from "@/lib/core/mcp";

const MAX_SECRETS = 30;
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 600_000;

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
  z
    .record(z.string(), secretValue)
    .refine((values) => Object.keys(values).length <= MAX_SECRETS, `At most ${MAX_SECRETS} of them.`)
    .refine((values) => Object.keys(values).every((key) => name.test(key)), `That is no name of a ${what}.`);

const common = {
  name: serverName,
  enabled: z.boolean().default(true),
  timeoutMs: z.int().min(1_000).max(MAX_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
};

const address = z
  .url({ protocol: /^https?$/, error: "An address begins with http:// or https://." })
  .max(2_000)
  .refine((url) => {
    const { username = "", password = "" } = URL.parse(url) ?? {};
    return username === "" && password === "";
  }, "Send user names and passwords in a header.");

/**
 * A server as an administrator describes it. `env` and `headers` are written and never read: left out, those that are
 * kept stay.
 */
export const serverInput = z.discriminatedUnion("transport", [
  z.strictObject({
    ...common,
    transport: z.literal("stdio"),
    command: line(1_000).trim().min(1, "Which program is to be started?"),
    args: z.array(line(4_000)).max(100).default([]),
    env: secrets(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "variable").optional(),
  }),
  z.strictObject({
    ...common,
    transport: z.literal("http"),
    url: address,
    headers: secrets(/^[A-Za-z0-9-]{1,100}$/, "header")
      .refine((values) => Object.values(values).every((value) => headerText.test(value)), {
        error: "A header takes letters, digits and signs of ASCII on one line.",
      })
      .optional(),
    /** It may be within a network of ours. */
    allowPrivate: z.boolean().default(false),
  }),
]);
export type ServerInput = z.output<typeof serverInput>;
