import postgres from "postgres";
import { ensureDatabase } from "./database";

const t = performance.now();
const h = await ensureDatabase({ dataDir: process.argv[2] });
console.log(h.url.replace(/:[^:@]*@/, ":…@"), h.started, Math.round(performance.now() - t));
const sql = postgres(h.url, { max: 2 });
console.log(
  (
    await sql`select version(), lower('ÄÖ') as l, current_setting('fsync') f, current_setting('max_connections') m`
  )[0],
);
await sql.end();
const t2 = performance.now();
if (process.argv[3] === "keep") process.exit(0);
await h.release();
console.log("released", Math.round(performance.now() - t2));
