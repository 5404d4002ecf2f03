import { describe, expect, it } from "vitest";
import { RunWorld } from "@/lib/testing/runs/run-world";
import { type RunSettings, runSettings } from "../settings";
import { loosenedGuards } from "./fork-settings";

const settingsOf = (part: Partial<RunSettings>): RunSettings => runSettings.parse(part);
const critic = (minScore: number) => ({ ...settingsOf({}).critic, minScore });
const loosened = (parent: Partial<RunSettings>, fork: Partial<RunSettings>) =>
  loosenedGuards(new RunWorld({ settings: parent }).state, settingsOf(fork));

describe("the guards that a fork loosens", () => {
  it.each<[string, Partial<RunSettings>, Partial<RunSettings>]>([
    ["planApproval", { planApproval: true }, { planApproval: false }],
    ["reviewMode", { reviewMode: "manual" }, { reviewMode: "hold" }],
    ["reviewMode", { reviewMode: "hold" }, { reviewMode: "auto" }],
    ["controls", { controls: "refuse" }, { controls: "ask" }],
    ["afterApproval", { afterApproval: "ask" }, { afterApproval: "replan" }],
    ["critic.minScore", { critic: critic(7) }, { critic: critic(6) }],
  ])("have %s only where people are asked less than before", (name, strict, loose) => {
    expect(loosened(strict, loose)).toEqual([name]);
    expect(loosened(loose, strict)).toEqual([]);
    expect(loosened(strict, strict)).toEqual([]);
  });

  it("are all named", () => {
    const strict = { planApproval: true, reviewMode: "manual", critic: critic(7) } as const;
    const loose = { planApproval: false, reviewMode: "auto", critic: critic(0) } as const;
    expect(loosened(strict, loose)).toEqual(["planApproval", "reviewMode", "critic.minScore"]);
  });
});
