import { migrate, temporaryDatabase } from "@/scripts/database";
import { databaseUrl, onServer, testServerVariable, testTemplateVariable } from "./postgres";

/**
 * Global set-up of the integration tests: a server (TEST_DATABASE_URL, else one of its own in a temporary
 * folder) with a migrated template database, from which each test file gets a copy. Returns the tear-down.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const { url, destroy } = external ? { url: external, destroy: async () => {} } : await temporaryDatabase();
  const template = `waymark_template_${process.pid}`;
  const dropTemplate = () =>
    onServer(url, (sql) => sql`drop database if exists ${sql(template)} with (force)`);
  await dropTemplate();
  await onServer(url, (sql) => sql`create database ${sql(template)} template template0`);
  await migrate(databaseUrl(url, template));
  process.env[testServerVariable] = url;
  process.env[testTemplateVariable] = template;
  return async () => {
    await dropTemplate();
    await destroy();
  };
}
