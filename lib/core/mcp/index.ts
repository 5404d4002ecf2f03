export * from "./config";
export * from "./names";
export * from "./traits";
export * from "./types";
export * from "./view";
