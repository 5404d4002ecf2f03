import { expect, test } from "vitest";
import { toolPolicy } from "../policy";
import { runSettings } from "./settings";
import { policiesOf } from "./tool-policies";

test("the policies that bind a run's calls are its own, where it has one", () => {
  const policy = { denied: ["deploy"] };
  expect(policiesOf({ settings: runSettings.parse({ toolPolicy: policy }) })).toEqual([
    toolPolicy.parse(policy),
  ]);
  expect(policiesOf({ settings: runSettings.parse({}) })).toEqual([]);
});
