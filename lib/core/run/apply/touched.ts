/** What a batch touched, so that the shell upserts those projections and no others. */
export type Touched = { tasks: Set<string>; approvals: Set<string>; plan: boolean };

export const nothingTouched = (): Touched => ({ tasks: new Set(), approvals: new Set(), plan: false });
