export { checkableSchema, uncheckedParts } from "./checkable-schema";
export * from "./pinned";
export { withRequiredNames } from "./required-names";
export * from "./servers";
export * from "./tools";
export * from "./types";
