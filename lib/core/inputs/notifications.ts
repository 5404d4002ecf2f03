import { z } from "zod";
import { CONSOLE_EVENTS, DIGEST_NAMES, DIGESTS, NOTIFICATION_EVENTS, SMTP_SECURITY } from "../notifications";
import { describeForm } from "../schema-form";
import { pageLimit } from "./bounds";
import { MAX_CHANNEL_NAME_CHARS, MAX_OWNER_CHARS, MAX_RECIPIENTS } from "./limits";
import { hasUserInfo } from "./user-info";

const noControls = /^[^\p{Cc}]*$/u;
const line = (maxChars: number) =>
  z.string().max(maxChars).regex(noControls, "Line breaks are not possible.").trim();

const channelId = z.string().min(1).max(100);

const address = z
  .url({ protocol: /^https?$/, error: "An address begins with http:// or https://." })
  .max(2_000)
  .refine((url) => !hasUserInfo(url), "User names and passwords cannot be part of the address.");

const mailAddress = z.email("Enter an e-mail address such as ada@example.com.").max(254);
const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[?[0-9a-f:.]+\]?)$/i, "Enter a host such as smtp.example.com.");

const common = {
  /** Of a channel that is changed; absent makes a new one. */
  channelId: channelId.optional(),
  name: line(MAX_CHANNEL_NAME_CHARS)
    .min(1, "Enter a name.")
    .meta({ title: "Name", look: { placeholder: "Release team" } }),
  events: z
    .array(z.enum(NOTIFICATION_EVENTS))
    .min(1, "Choose at least one event.")
    .max(NOTIFICATION_EVENTS.length)
    .meta({ look: { list: "words" } })
    .transform((events) => NOTIFICATION_EVENTS.filter((event) => events.includes(event))),
  digest: z
    .enum(DIGESTS)
    .default("off")
    .meta({ title: "Delivery", look: { names: DIGEST_NAMES } }),
  enabled: z
    .boolean()
    .default(true)
    .meta({ title: "Enabled", description: "When off, nothing is sent.", look: { as: "switch" } }),
  /** The id of a person or a key (`key:<id>`), or a role (`role:<name>`), whose channel it is; absent: everyone's. */
  owner: line(MAX_OWNER_CHARS).min(1).optional(),
};

/**
 * A channel as an administrator describes it. The address of Slack and the password are written and never read: left
 * out, those that are kept stay. The key of a webhook is made here, and given once.
 */
export const saveChannelInput = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    kind: z.literal("webhook"),
    url: address.meta({
      title: "URL",
      description:
        "Gets a signed POST for each message. Private addresses must be allowed in the configuration.",
      look: { as: "code", placeholder: "https://example.com/hooks/waymark" },
    }),
    /** Makes another key for one that is changed. */
    newSecret: z
      .boolean()
      .default(false)
      .meta({
        title: "Create a new signing secret",
        description: "The current one stops working at once.",
        look: { as: "switch" },
      }),
  }),
  z.strictObject({
    ...common,
    kind: z.literal("slack"),
    url: address.optional().meta({
      title: "URL",
      description: "The address of an incoming webhook. Stored encrypted; it cannot be viewed again.",
      look: { as: "code", placeholder: "https://hooks.slack.com/services/…" },
    }),
  }),
  z.strictObject({
    ...common,
    kind: z.literal("email"),
    host: host.meta({ title: "SMTP host", look: { placeholder: "smtp.example.com" } }),
    port: z.int().min(1).max(65_535).meta({ title: "Port" }),
    security: z
      .enum(SMTP_SECURITY)
      .default("starttls")
      .meta({
        title: "Encryption",
        look: {
          names: {
            tls: { label: "TLS (465)" },
            starttls: { label: "STARTTLS (587)" },
            none: { label: "None" },
          },
        },
      }),
    user: line(320).optional().meta({ title: "User (optional)" }),
    password: z
      .string()
      .max(1_000)
      .optional()
      .meta({ title: "Password (optional)", look: { as: "secret" } }),
    from: mailAddress.meta({ title: "From", look: { placeholder: "waymark@example.com" } }),
    to: z
      .array(mailAddress)
      .min(1, "Enter at least one recipient.")
      .max(MAX_RECIPIENTS)
      .meta({
        title: "To",
        description: "One or more addresses, separated by commas.",
        look: { list: "words", placeholder: "ada@example.com, bob@example.com" },
      }),
  }),
]);
export type SaveChannelInput = z.output<typeof saveChannelInput>;
/** As callers give it. */
export type ChannelChange = z.input<typeof saveChannelInput>;

/** The fields that people fill in for a channel of any kind. */
export const channelForm = describeForm(saveChannelInput);
export type ChannelNodes = typeof channelForm;

/** What the console itself is to tell the caller. */
export const chooseEventsInput = z.strictObject({
  events: z
    .array(z.enum(CONSOLE_EVENTS))
    .max(CONSOLE_EVENTS.length)
    .transform((events) => CONSOLE_EVENTS.filter((event) => events.includes(event))),
});

export const channelInput = z.strictObject({ channelId });

/** Messages of all channels or of one, the newest first. */
export const listDeliveriesInput = z.strictObject({
  channelId: channelId.optional(),
  limit: pageLimit,
});

export const sendAgainInput = z.strictObject({ deliveryId: z.string().min(1).max(200) });
