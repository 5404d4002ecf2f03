import { z } from "zod";
import { FIRST_DAY, isDay, LAST_DAY } from "../cost/days";
import { MAX_AMOUNT, MAX_COUNT } from "./limits";

/** The number of a version, an attempt or an event, of which the first is 1. */
export const ordinal = z.int().min(1).max(MAX_COUNT);

/** The number of what came last: 0 before the first. */
export const lastOrdinal = z.int().min(0).max(MAX_COUNT);

/** Milliseconds, tokens, or millionths of a dollar. */
export const amount = z.int().min(0).max(MAX_AMOUNT);

/** The same numbers in a query or a path, written in full: nothing that reads as another number, or as a rounded one. */
export const inAddress = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.preprocess((given: unknown) => (isNumeral(given) ? Number(given) : given), schema);

const isNumeral = (given: unknown): given is string =>
  typeof given === "string" && String(Number(given)) === given;

/** How many rows a page of a list has. */
export const pageLimit = inAddress(z.int().min(1).max(200)).default(50);

/** A day (UTC) of the calendar that store and clocks carry, with the days around it that reports add. */
export const day = z
  .string()
  .refine(isDay, `Enter a day from ${FIRST_DAY} to ${LAST_DAY}, such as 2026-11-24.`)
  .meta({ format: "date" });

type DayRange = { from?: string | undefined; to?: string | undefined };

/** The fields of a range of days, both included. */
export const dayRange = { from: day.optional(), to: day.optional() };

/** For `refine`: the last day of a range does not come before its first. */
export const inOrder: [holds: (range: DayRange) => boolean, otherwise: { path: string[]; message: string }] =
  [
    ({ from, to }) => from === undefined || to === undefined || from <= to,
    { path: ["to"], message: "Enter a last day that is not before the first." },
  ];
