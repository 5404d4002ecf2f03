export { agent } from "./agent";
export { answer } from "./answer";
export { critic } from "./critic";
export { planner } from "./planner";
export { replanner } from "./replanner";
export { reviewer } from "./reviewer";
export { synthesis } from "./synthesis";
export * from "./types";
