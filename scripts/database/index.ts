export {
  type DatabaseHandle,
  defaultDataDir,
  destroyDatabase,
  ensureDatabase,
  stopDatabase,
} from "./ensure";
export { migrate } from "./migrate";
export { copyCluster, prepareCluster, temporaryDatabase, temporaryDataDir } from "./temporary";
