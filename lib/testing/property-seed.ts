import fc from "fast-check";

/** One seed for all property tests, so that a run can be repeated; WAYMARK_SEED chooses another. */
fc.configureGlobal({ seed: Number(process.env.WAYMARK_SEED ?? 20_261_122), endOnFailure: true });
