import type { Pipeline } from "@/db/pipeline";
import type { JobTransaction } from "@/lib/core/ports";

/** The open transaction as the jobs port takes it. */
export function jobTransaction(pipeline: Pipeline): JobTransaction {
  return {
    async executeSql(text, values = []) {
      const [rows] = await pipeline.send([pipeline.sql.unsafe(text, values as string[], { prepare: true })]);
      return { rows: [...rows] };
    },
  };
}
