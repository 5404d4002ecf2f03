import { doublePrecision, text, timestamp } from "drizzle-orm/pg-core";

/** A moment on the database's clock; milliseconds are kept exactly. Read as a Date. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** Every row belongs to one workspace. */
export const workspaceId = () => text().notNull();

/** A duration in milliseconds or an amount of micro-dollars: fractions are allowed, unknown is null. */
export const amount = () => doublePrecision();
