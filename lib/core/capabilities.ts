/** What a person or a key may do; every verb of a service names the one that it takes (SECURITY.md). */
export const CAPABILITIES = ["view", "operate", "review", "admin"] as const;
export type Capability = (typeof CAPABILITIES)[number];
