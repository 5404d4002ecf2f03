import type { ToolDescriptor } from "../descriptor";
import { analyzeFailures } from "./analyze-failures";
import { buildArtifacts } from "./build-artifacts";
import { deploy } from "./deploy";
import { exportModel } from "./export-model";
import { packageDependencies } from "./package-dependencies";
import { rampTraffic } from "./ramp-traffic";
import { retrainModel } from "./retrain-model";
import { runTests } from "./run-tests";

/** The tools of the demonstration scenarios; each carries the tag `simulated`. */
export const simulatedTools: ToolDescriptor[] = [
  exportModel,
  packageDependencies,
  buildArtifacts,
  deploy,
  runTests,
  analyzeFailures,
  retrainModel,
  rampTraffic,
];
