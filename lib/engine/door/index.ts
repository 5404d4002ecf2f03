export { createRunStore, type RunStoreDeps } from "./create-door";
