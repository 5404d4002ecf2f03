import { z } from "zod";
import { MAX_TOPICS, readTopic, type Topic, topicName } from "@/lib/core/stream";

/** Topics with their cursors, separated by commas; each at most once. */
export const topicsInput = z
  .string()
  .max(20_000)
  .transform((text, context): Topic[] => {
    const parts = text.split(",");
    const topics = parts.flatMap((part) => readTopic(part) ?? []);
    const names = new Set(topics.map(topicName));
    if (topics.length === parts.length && names.size === topics.length && topics.length <= MAX_TOPICS) {
      return topics;
    }
    const message = `Name up to ${MAX_TOPICS} different topics: run:<id>@<seq>.<chunk> or workspace@<n>.`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
