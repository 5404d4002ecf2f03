import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { migrate, temporaryDatabase } from "@/scripts/database";
import { silentLog } from "../silent-log";
import { databaseUrl, onServer, testServerVariable, testTemplateVariable } from "./postgres";

/**
 * Global set-up of the integration tests: a server (TEST_DATABASE_URL, else one of its own in a temporary
 * folder) with a migrated template database, from which each test file gets a copy. Projects that run together share it.
 * Returns the tear-down.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env[testTemplateVariable]) return async () => {};
  const external = process.env.TEST_DATABASE_URL;
  const { url, destroy } = external ? { url: external, destroy: async () => {} } : await temporaryDatabase();
  const template = `waymark_template_${process.pid}`;
  const dropTemplate = () =>
    onServer(url, (sql) => sql`drop database if exists ${sql(template)} with (force)`);
  await dropTemplate();
  await onServer(url, (sql) => sql`create database ${sql(template)} template template0`);
  await migrate(databaseUrl(url, template));
  // The tables of jobs too, which the first process would make.
  const jobs = createPgBossJobs({ url: databaseUrl(url, template), log: silentLog });
  await jobs.start({ supervise: true });
  await jobs.stop();
  process.env[testServerVariable] = url;
  process.env[testTemplateVariable] = template;
  return async () => {
    await dropTemplate();
    await destroy();
  };
}
