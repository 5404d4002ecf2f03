import fc from "fast-check";
import { scaled } from "./scaled";

/** One seed for all property tests, so that a run can be repeated; WAYMARK_SEED chooses another. */
const seed = Number(process.env.WAYMARK_SEED ?? 20_261_122);

fc.configureGlobal({ seed, numRuns: scaled(100), endOnFailure: true });
