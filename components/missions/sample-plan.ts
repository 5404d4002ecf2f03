/** A plan to start from, in step text: two tasks side by side, a review, and a question to a person. */
export const SAMPLE_PLAN = `PLAN: Choose a backup strategy
Step 1: Collect what has to be backed up
List the systems, how much they hold, and how fast they must be back.
Step 2: Compare three strategies
- Depends on: Step 1
For each: cost, time to restore, what can be lost.
Step 3: Estimate the yearly cost
- Depends on: Step 1
Step 4: Planning Review - Is there a clear winner
- Depends on: Steps 2-3
- Decision points:
  * Does one strategy meet every restore time
- Potential outcomes:
  * CONTINUE - it does
  * REPLAN - none does, compare others
Step 5: Human Review - Approve the strategy
- Depends on: Step 4
Step 6: Write the recommendation
- Depends on: Step 5
`;
