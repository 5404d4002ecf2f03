UPDATE "decisions" SET "agrees" = NULL WHERE "provenance" IS DISTINCT FROM 'person' AND "agrees" IS NOT NULL;
