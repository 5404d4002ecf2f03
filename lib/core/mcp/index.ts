export * from "./config";
export * from "./config";
export * from "./names";
export * from "./names";
export * from "./types";
