import { expect, test } from "vitest";
import { readRunCursor, readTopic, type Topic, topicName, writeRunCursor, writeTopic } from "./index";

const topics: [text: string, topic: Topic, name: string][] = [
  ["run:run_1@5.12", { kind: "run", runId: "run_1", seq: 5, chunk: 12 }, "run:run_1"],
  ["run:run_1@0", { kind: "run", runId: "run_1", seq: 0 }, "run:run_1"],
  ["workspace@17", { kind: "workspace", after: 17 }, "workspace"],
  ["workspace", { kind: "workspace" }, "workspace"],
];

test.each(topics)("%s names a topic and the place to go on from", (text, topic, name) => {
  expect(readTopic(text)).toEqual(topic);
  expect(writeTopic(topic)).toBe(text);
  expect(topicName(topic)).toBe(name);
});

test.each(["", "run:", "run:a b@1", "run:x@-1", "run:x", "workspace@x", "other@1"])(
  "%j is no topic",
  (text) => {
    expect(readTopic(text)).toBeUndefined();
  },
);

test("a place is one that the store can have, whether events, chunks or a moment", () => {
  expect(readTopic("run:x@2147483647.2147483647")).toMatchObject({
    seq: 2_147_483_647,
    chunk: 2_147_483_647,
  });
  expect(readTopic("workspace@253402300799999")).toMatchObject({ after: 253_402_300_799_999 });
  const beyond = ["run:x@2147483648", "run:x@1.2147483648", "workspace@253402300800000"];
  expect(beyond.map(readTopic)).toEqual([undefined, undefined, undefined]);
});

test("a run's cursor is an event and a chunk", () => {
  expect(readRunCursor(writeRunCursor({ seq: 3, chunk: 0 }))).toEqual({ seq: 3, chunk: 0 });
  expect(readRunCursor("3")).toBeUndefined();
});
