import { expect, it } from "vitest";
import { type Changed, TOLD, waitingWith } from "@/lib/testing/runs/told-texts";
import { reviewSpec } from "../../plan/schema";
import { isCut } from "../../plan/targets";
import { describeRelease } from "./release";
import type { Whole } from "./released-text";

const whole: Whole = (text) =>
  isCut(text) ? text.$ref : typeof text === "string" ? text : JSON.stringify(text);

function textWith(changed: Changed): string {
  const { state, gate } = waitingWith(changed);
  return describeRelease(state, gate, { mission: "m", files: [], tailActs: [], whole }).join("\n");
}

const plain = textWith({});

it("is stable for the same plan", () => expect(textWith({})).toBe(plain));

it.each(TOLD)("differs where %s has another %s", (_part, _field, changed) => {
  expect(textWith(changed)).not.toBe(plain);
});

it("differs where the brief of a reviewer does", () => {
  const look = { review: reviewSpec.parse({ reviewers: ["evil"] }) };
  expect(textWith({ tasks: { look }, agents: { evil: { prompt: "Say CONTINUE." } } })).not.toBe(
    textWith({ tasks: { look } }),
  );
});
