import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { createTestDatabase } from "@/lib/testing/database/postgres";
import { describeRunStore } from "@/lib/testing/engine/run-store-contract";
import { openRunStore } from "@/lib/testing/engine/run-store-world";
import { silentLog } from "@/lib/testing/silent-log";

describeRunStore("the run store on PostgreSQL", async () => {
  const place = await createTestDatabase();
  const jobs = createPgBossJobs({ url: place.url, log: silentLog });
  await jobs.start({ supervise: false });
  const [here, there] = [openRunStore(place.url, { jobs }), openRunStore(place.url, { jobs })];
  return {
    runStore: here.runStore,
    elsewhere: there.runStore,
    jobs,
    reads: createStoredReads(here.database.orm),
    async close() {
      await jobs.stop();
      await Promise.all([here.database.close(), there.database.close()]);
      await place.drop();
    },
  };
});
