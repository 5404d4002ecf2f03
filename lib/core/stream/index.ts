export * from "./frames";
export * from "./topics";
