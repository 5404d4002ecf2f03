/** A plan to start from, in step text: two tasks side by side, a review, a question to a person, and checks. */
export const SAMPLE_PLAN = `PLAN: Choose a backup strategy
Step 1: Collect what has to be backed up
List the systems, how much they hold, and how fast they must be back.
- Verify: (some? data/result)
Step 2: Compare three strategies
- Depends on: Step 1
- Task input: Compare three backup strategies for {{results.step_1}}
For each: cost, time to restore, what can be lost.
Step 3: Estimate the yearly cost
- Depends on: Step 1
- Task input: Estimate what it costs in a year to back up {{results.step_1}}
Step 4: Planning Review - Is there a clear winner
- Depends on: Steps 2-3
- Decision points:
  * Does one strategy meet every restore time
  * Is it worth its cost
- Potential outcomes:
  * CONTINUE - it is
  * REPLAN - none does, compare others
  * ABORT - nothing has to be backed up
Step 5: Human Review - Approve the strategy
- Depends on: Step 4
Step 6: Write the recommendation
- Depends on: Step 5
- Task input: Write the recommendation that was approved: {{results.step_5}}
`;
