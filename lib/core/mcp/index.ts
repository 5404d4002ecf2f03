export { checkableSchema, uncheckedParts } from "./checkable-schema";
export * from "./pinned";
export * from "./servers";
export * from "./tools";
export * from "./types";
