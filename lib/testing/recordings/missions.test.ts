import { describe, expect, it } from "vitest";
import { type RoleName, roleLine, writeBlock } from "@/lib/core/prompt-blocks";
import type { ChatMessage } from ".";
import { bookOfMission, type MissionAnswer, type Place, placeOf } from "./missions";

const message = (role: ChatMessage["role"], content: string): ChatMessage => ({ role, content });

function request(role: RoleName, title?: string, ...later: ChatMessage[]): ChatMessage[] {
  const task = title === undefined ? "" : writeBlock("task", { id: title.toLowerCase(), title });
  return [message("system", roleLine(role)), message("user", `${task}\n`), ...later];
}

const problem = message("user", writeBlock("problem", "A task has no agent."));
const result = message("tool", "7");

function recorded(number: string, role: RoleName, at: Place["at"], title?: string): MissionAnswer {
  const task = title === undefined ? {} : { task: { id: title.toLowerCase(), title } };
  return { number, role, at, ...task, inputTokens: 1, answer: { content: number } };
}

describe("the place of a request", () => {
  it.each([
    [request("agent", "Write"), "first"],
    [request("agent", "Write", message("assistant", "7"), result), "tools"],
    [
      request("agent", "Write", message("user", '<data name="observation">\n{"content":1}\n</data>')),
      "tools",
    ],
    [
      request("agent", "Write", message("user", '<data name="observation">\n{"error":"no"}\n</data>')),
      "again",
    ],
    [request("agent", "Write", message("user", writeBlock("critique", "Too long."))), "critique"],
    [request("planner", undefined, message("assistant", "{}"), problem), "again"],
    [[message("system", roleLine("planner")), problem], "again"],
  ] as const)("%#", (messages, at) => {
    expect(placeOf(messages).at).toBe(at);
  });
});

describe("recorded answers of a mission", () => {
  const taken = (book: ReturnType<typeof bookOfMission>, messages: ChatMessage[]) => {
    const got = book.take(messages);
    return "lacks" in got ? got.lacks : got.number;
  };

  it("are given by role, task and point of the conversation, whatever came between", () => {
    const book = bookOfMission([
      recorded("1", "agent", "first", "Write"),
      recorded("2", "agent", "again", "Write"),
      recorded("3", "agent", "first", "Read"),
      recorded("4", "agent", "tools", "Write"),
    ]);
    expect(taken(book, request("agent", "Read"))).toBe("3");
    expect(taken(book, request("agent", "Write"))).toBe("1");
    expect(taken(book, request("agent", "Write", result))).toBe("4");
    expect(taken(book, request("agent", "Write"))).toBe("the agent of “Write”");
    expect(book.left()).toEqual(["2"]);
  });

  it("of roles without a task are given in their order: what was said before another is past", () => {
    const book = bookOfMission([
      recorded("1", "planner", "first"),
      recorded("2", "critic", "first"),
      recorded("3", "planner", "again"),
      recorded("4", "critic", "first"),
    ]);
    expect(taken(book, request("planner"))).toBe("1");
    expect(taken(book, request("planner", undefined, problem))).toBe("3");
    expect(taken(book, request("critic"))).toBe("4");
  });

  it("are given once more where nobody corrected them, and the reason is kept", () => {
    const book = bookOfMission([recorded("1", "planner", "first")]);
    expect(taken(book, request("planner"))).toBe("1");
    expect(taken(book, request("planner", undefined, problem))).toBe("1");
    expect(book.insisted).toEqual(["the planner, asked again: A task has no agent."]);
    expect(taken(book, request("planner", undefined, problem))).toBe(
      "the planner, asked again: A task has no agent.",
    );
  });

  it("that are blind are never given", () => {
    const book = bookOfMission([{ ...recorded("1", "critique", "first", "Write"), blind: true }]);
    expect(taken(book, request("critique", "Write"))).toBe("the critique of “Write”");
  });
});
