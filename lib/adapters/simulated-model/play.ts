import { isJsonObject } from "@/lib/core/json";
import { type ScenarioName, scenarioOf } from "@/lib/core/scenarios";
import { authBug } from "./scenarios/auth-bug";
import { cloudQuota } from "./scenarios/cloud-quota";
import { fraudModel } from "./scenarios/fraud-model";
import { iterate } from "./scenarios/iterate";
import { commentedTail, redraft } from "./scenarios/redraft";
import { refine } from "./scenarios/refine";
import { reflect } from "./scenarios/reflect";
import { research } from "./scenarios/research";
import { rollout } from "./scenarios/rollout";
import { staging } from "./scenarios/staging";
import { tailReplan } from "./scenarios/tail-replan";
import { template } from "./scenarios/template";
import type { ScenarioScript } from "./script";
import { quote } from "./text";
import type { Reply, Turn } from "./turn";

const SCRIPTS: Record<ScenarioName, ScenarioScript> = {
  "fraud-model": fraudModel,
  staging,
  "auth-bug": authBug,
  "cloud-quota": cloudQuota,
  research,
  "tail-replan": tailReplan,
  iterate,
  reflect,
  refine,
  rollout,
};

/** The answer to one request: from the scenario that the mission names, else by template. Same request, same answer. */
export function play(turn: Turn): Reply {
  if (!turn.role) {
    return {
      text: `The simulated model only plays the roles of this product. It was asked: ${quote(turn.text, 200)}`,
    };
  }
  const redrafted = turn.role === "planner" ? redraft(turn) : undefined;
  if (redrafted) return redrafted;
  if (turn.role !== "replanner") return story(turn) ?? template[turn.role](turn);
  // Its stories go on with other work, and its rules for wishes with whole tasks: it hands the short question over.
  if (turn.block("tasks") !== "") return { text: REWRITE };
  return commentedTail(turn, story(turn) ?? template.replanner(turn));
}

const REWRITE = '{"rewrite": "What is left of the plan has to be written anew."}';

/** The answer by the scenario that the mission names. None knows what people made of its plan that comment on it. */
function story(turn: Turn): Reply | undefined {
  const trigger = turn.json("trigger");
  const isWish = isJsonObject(trigger) && trigger.kind === "person" && turn.block("comments") !== "";
  const scenario = isWish ? undefined : scenarioOf(turn.mission);
  return turn.role && scenario && SCRIPTS[scenario.name as ScenarioName][turn.role]?.(turn);
}
