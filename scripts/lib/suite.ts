import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { temporaryDatabase } from "../database";
import { buildIfStale } from "./build";
import { assertWithinLimits, assertWithoutZod, formatBundles, measureBundles } from "./bundles";
import { Failure } from "./failure";
import { runTool, type Stage, type TestCounts } from "./stages";

const vitest = ["vitest/vitest.mjs", "run"];
/** Where no terminal reads, each tool has its own way to be asked for no colors. */
const noColors = process.stdout.isTTY ? [] : ["--colors=off"];
const noColorEnv = process.stdout.isTTY ? {} : { NO_COLOR: "1" };

export const lint: Stage = {
  name: "lint",
  run: async (context) => {
    await runTool(context, ["@biomejs/biome/bin/biome", "ci", ...noColors, "."]);
    await runTool(context, ["knip/bin/knip.js", "--no-progress"]);
  },
};

export const types: Stage = typesStage(() => []);

/** Types by what the last run of it found: only files that changed, and what depends on them, are read again. */
export const fastTypes: Stage = typesStage((project) => [
  "--incremental",
  "--tsBuildInfoFile",
  `.waymark/${project}.tsbuildinfo`,
]);

function typesStage(howFor: (project: string) => string[]): Stage {
  const check = (project: string) => ["typescript/bin/tsc", "-p", `${project}.json`, ...howFor(project)];
  return {
    name: "types",
    run: async (context) => {
      await runTool(context, ["next/dist/bin/next", "typegen"]);
      await runTool(context, check("tsconfig"));
      await runTool(context, check("tsconfig.core"));
    },
  };
}

/** Unit tests of which the long ones, properties above all, run in a part of their length (vitest.config.ts). */
export const fastTests: Stage = {
  name: "unit",
  run: (context) => {
    const quick = ["--mode", "check", "--fsModuleCache"];
    return runTool(context, [...vitest, ...quick, "--project", "core", "--project", "unit"], noColorEnv);
  },
};

/** Unit tests in their whole length, but for those of the core that `coverage` plays so; the report goes into `folder`. */
export function unitTests(folder: string): Stage {
  return vitestStage("unit", folder, ["--mode", "long", "--project", "core", "--project", "unit"]);
}

/**
 * The coverage gates of the core, by its tests: those that are long in a part of their length, as counting lines doubles
 * their time, and what only a long property comes upon deserves an example. The report goes into `folder`.
 */
export function coverage(folder: string): Stage {
  return vitestStage("coverage", folder, ["--mode", "counted", "--project", "core", "--coverage"]);
}

/** Tests against a real PostgreSQL; the report goes into `folder`. */
export function integrationTests(folder: string): Stage {
  // They wait more than they work: four at a time keep two cores busy.
  const stage = triedAgain(
    vitestStage("integration", folder, ["--project", "integration*", "--maxWorkers=4"]),
    folder,
  );
  if (process.env.TEST_DATABASE_URL) return stage;
  return {
    ...stage,
    run: async (context) => {
      // An interrupted vitest tears nothing down: the server is ours, and so is its end.
      const server = await temporaryDatabase();
      process.env.TEST_DATABASE_URL = server.url;
      try {
        await stage.run(context);
      } finally {
        delete process.env.TEST_DATABASE_URL;
        await server.destroy();
      }
    },
  };
}

export const build: Stage = {
  name: "build",
  run: async ({ signal }) => {
    const built = await buildIfStale(signal, console.log);
    console.log(built ? "Built." : "The build is up to date.");
  },
};

/** What each page of the build loads at first, held to its limit and without zod. */
export const bundles: Stage = {
  name: "bundles",
  run: async () => {
    const measured = measureBundles();
    console.log(formatBundles(measured));
    assertWithinLimits(measured);
    assertWithoutZod(measured);
  },
};

/** Tests in a browser against the house as `npm start` runs it; the report goes into `folder`. */
export function browserTests(folder: string): Stage {
  const report = join(folder, "e2e.json");
  return withTestCounts("e2e", report, readPlaywright, (context) =>
    runTool(context, ["@playwright/test/cli.js", "test", "--reporter=list,json,./e2e/failure-reporter.ts"], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
  );
}

function vitestStage(name: string, folder: string, args: string[]): Stage {
  const report = join(folder, `${name}.json`);
  return withTestCounts(name, report, readVitest, (context) =>
    runTool(
      context,
      [...vitest, ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      noColorEnv,
    ),
  );
}

/** More failing files than these are no accident of timing. */
const MAX_FILES_TRIED_AGAIN = 2;

/**
 * A vitest stage of which a file or two that failed are run once more, by themselves, as journeys are. Their failures
 * count as flaky when they pass then, and are named last.
 */
function triedAgain(stage: Stage, folder: string): Stage {
  return {
    ...stage,
    run: async (context) => {
      try {
        await stage.run(context);
      } catch (error) {
        const failed = failedTests(join(folder, `${stage.name}.json`));
        const files = [...new Set(failed.map(({ file }) => file))];
        if (files.length === 0 || files.length > MAX_FILES_TRIED_AGAIN || context.signal.aborted) throw error;
        console.log(`\nOnce more, by themselves: ${files.join(", ")}`);
        await runTool(context, [...vitest, "--project", `${stage.name}*`, ...files], noColorEnv);
        const { counts } = context;
        const flaky = counts.failed;
        Object.assign(counts, { passed: counts.passed + flaky, failed: 0, flaky });
        for (const { file, test } of failed) console.log(`flaky: ${file} > ${test}`);
      }
    },
  };
}

/** The tests that failed by a report of vitest, and files that failed as a whole. */
function failedTests(report: string): { file: string; test: string }[] {
  const { testResults }: VitestReport = JSON.parse(readFileSync(report, "utf8"));
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const tests = assertionResults.filter(({ status }) => status === "failed");
      return tests.length > 0
        ? tests.map(({ fullName }) => ({ file, test: fullName }))
        : [{ file, test: "the file as a whole" }];
    });
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** A stage whose tool writes a report of its tests. One that ran no test has failed. */
function withTestCounts(
  name: string,
  report: string,
  read: (text: string) => TestCounts,
  run: Stage["run"],
): Stage {
  return {
    name,
    run: async (context) => {
      const { counts } = context;
      try {
        await run(context);
      } finally {
        Object.assign(counts, readReport(report, read));
      }
      if (counts.passed === 0) throw new Failure("stage_failed", `The stage ${name} ran no test.`);
    },
  };
}

/** A tool that ended before its first test wrote no report. */
function readReport(file: string, read: (text: string) => TestCounts): TestCounts {
  try {
    return read(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, flaky: 0 };
  }
}

function readVitest(text: string): TestCounts {
  const report: VitestReport = JSON.parse(text);
  return { passed: report.numPassedTests, failed: report.numFailedTests, flaky: 0 };
}

function readPlaywright(text: string): TestCounts {
  const { stats }: { stats: { expected: number; unexpected: number; flaky: number } } = JSON.parse(text);
  return { passed: stats.expected, failed: stats.unexpected, flaky: stats.flaky };
}
