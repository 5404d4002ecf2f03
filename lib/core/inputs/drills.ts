import { z } from "zod";
import { MAX_DRILLS_PER_WEEK } from "../drills/choose";
import { DRILL_OUTCOMES } from "../drills/judge";
import { APPROVAL_KINDS } from "../run/gates/table";
import { describeForm } from "../schema-form";
import { dayRange, pageLimit } from "./bounds";

const range = `Enter a whole number from 0 to ${MAX_DRILLS_PER_WEEK}.`;

/** Whether the workspace sends drills, and about how many a week come to each person by themselves. */
export const changeDrillsInput = z.strictObject({
  enabled: z.boolean().meta({
    title: "Send drills to people who take part",
    description: "Off unless turned on. Turning drills off closes open ones without notice.",
    look: { as: "switch" },
  }),
  perWeek: z.int(range).min(0, range).max(MAX_DRILLS_PER_WEEK, range).meta({
    title: "Drills a week for each person",
    description:
      "About this many, at random times, one at a time. With 0, drills only come from an administrator.",
  }),
});
export const drillForm = describeForm(changeDrillsInput);
export type DrillNodes = typeof drillForm;
export const joinDrillsInput = z.strictObject({ joined: z.boolean() });
export const sendDrillInput = z.strictObject({
  /** Someone who takes part. */
  personId: z.string().min(1, "Choose a person.").max(200),
  /** About a gate of this kind; any unless given. */
  kind: z.enum(APPROVAL_KINDS).optional(),
});

/** Closed drills, by the days on which they were closed (UTC, both included). */
export const listDrillsInput = z.strictObject({
  ...dayRange,
  kind: z.enum(APPROVAL_KINDS).optional(),
  outcome: z.enum(DRILL_OUTCOMES).optional(),
  cursor: z.string().max(500).optional(),
  limit: pageLimit,
});
export type ListDrillsInput = z.input<typeof listDrillsInput>;
