export { createRunStore, type RunStoreDeps } from "./create-run-store";
