export { type AnswerCritique, answerCritique } from "./critique";
export { CRITERIA, DEFAULT_CRITERIA, MAX_REVISIONS_LIMIT } from "./defaults";
export {
  nextReflection,
  passes,
  REFLECTION_OUTCOMES,
  type ReflectionFacts,
  type ReflectionMove,
  type ReflectionOutcome,
  STOPS,
  type Stop,
} from "./next";

export { type ReflectionCriteria, type ReflectionSettings, reflectionSettings } from "./settings";
