export * from "./names";
export * from "./traits";
export * from "./types";
