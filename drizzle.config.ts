import { defineConfig } from "drizzle-kit";

/** `npm run db:generate` writes the SQL of schema changes into drizzle/. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/index.ts",
  out: "./drizzle",
  casing: "snake_case",
});
