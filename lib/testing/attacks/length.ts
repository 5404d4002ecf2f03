/** How many attacks are made, and from which seed: few in `npm test`, many in `npm run chaos`. */
export const ATTACKS = {
  seed: Number(process.env.WAYMARK_SEED ?? 20_261_122),
  numRuns: Number(process.env.WAYMARK_ATTACKS ?? 400),
};
