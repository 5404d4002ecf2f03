export {
  type DatabaseHandle,
  type DatabaseOptions,
  defaultDataDir,
  destroyDatabase,
  ensureDatabase,
  stopDatabase,
} from "./ensure";
export { migrate } from "./migrate";
export { temporaryDatabase, temporaryDataDir } from "./temporary";
