import type { ModelSettings } from "@/lib/adapters/ai-sdk-model";
import type { ItemOf } from "@/lib/core/evaluation";
import type { Json } from "@/lib/core/json";
import { bookOfMission, type MissionAnswer, recordedMission } from "../recordings/missions";
import { openBookModel } from "../recordings/recorded-model";
import type { MissionModel, Place } from "./play";

type Manner = NonNullable<ItemOf<"missions">["recorded"]>["manner"];

/** What the models were that answered when the missions were recorded. */
const MANNERS: Record<Manner, Omit<ModelSettings, "id">> = {
  frontier: { contextTokens: 128_000, maxOutputTokens: 16_000 },
  mid: { contextTokens: 32_000, maxOutputTokens: 4_096 },
  weak: { contextTokens: 16_000, maxOutputTokens: 2_048, toolCalling: "json", jsonSchema: false },
};

/** A model that gives the answers recorded of a mission, each at its place. */
export const openRecordedMission =
  ({ id, recorded }: ItemOf<"missions">) =>
  async (there: Place): Promise<MissionModel> => {
    const { manner } = recorded ?? { manner: "frontier" };
    const answers = there(recordedMission(id) as unknown as Json) as unknown as MissionAnswer[];
    const book = bookOfMission(answers);
    const model = await openBookModel(book, { id: `recorded:${manner}`, ...MANNERS[manner] });
    return { ...model, insisted: book.insisted };
  };

/** What the requests of a recorded mission had in input tokens, by estimate, and how many they were. */
export function recordedSize(id: string): { calls: number; inputTokens: number } {
  // What was written afterwards had no request.
  const answers = recordedMission(id).filter((one) => one.inputTokens > 0);
  return { calls: answers.length, inputTokens: answers.reduce((sum, one) => sum + one.inputTokens, 0) };
}
