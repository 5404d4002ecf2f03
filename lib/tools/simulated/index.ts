import type { ToolDescriptor } from "../descriptor";
import { analyzeFailures } from "./analyze-failures";
import { buildArtifacts } from "./build-artifacts";
import { checkQuota, createServers, requestQuota } from "./cloud-quota";
import { compareVersions } from "./compare-versions";
import { deploy, deployStaging } from "./deploy";
import { estimateResources } from "./estimate-resources";
import { exportModel } from "./export-model";
import { listDeployments } from "./list-deployments";
import { packageDependencies } from "./package-dependencies";
import { comparePrices, quotePrices, readExchangeRate, readPriceList, updatePrices } from "./price-list";
import { rampTraffic } from "./ramp-traffic";
import { readLogs } from "./read-logs";
import { publishReport, searchLibrary } from "./research";
import { retrainModel } from "./retrain-model";
import { runTests } from "./run-tests";

/** The tools of the demonstration scenarios; each carries the tag `simulated`. */
export const simulatedTools: ToolDescriptor[] = [
  exportModel,
  packageDependencies,
  buildArtifacts,
  deploy,
  deployStaging,
  runTests,
  analyzeFailures,
  retrainModel,
  rampTraffic,
  listDeployments,
  readLogs,
  compareVersions,
  estimateResources,
  checkQuota,
  requestQuota,
  createServers,
  searchLibrary,
  publishReport,
  readPriceList,
  readExchangeRate,
  quotePrices,
  updatePrices,
  comparePrices,
];
