import type { RoleName } from "@/lib/core/prompt-blocks";
import type { Reply, Turn } from "../turn";

/** What a scenario says in each role. Where it has nothing to say, the template answers. */
export type ScenarioScript = Partial<Record<RoleName, (turn: Turn) => Reply | undefined>>;
