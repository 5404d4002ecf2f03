import { describe, expect, it } from "vitest";
import { judge } from "./judge";

const answerTo = (question: string, results: string) => judge([question], results)[0];

describe("answering decision points from results", () => {
  const good = "v2 on staging: 100/100 tests passed, accuracy 98.1 %, p95 latency 82 ms.";
  const poor = "v1 on staging: 98/100 tests passed, accuracy 94.3 %, p95 latency 85 ms.";

  it.each([
    ["Is the accuracy above 97 %?", good, "yes"],
    ["Is the accuracy above 97 %?", poor, "no"],
    ["Is the accuracy good enough?", poor, "no"],
    ["Is the accuracy above 94 %?", poor, "yes"],
    ["Do all tests pass?", good, "yes"],
    ["Do all tests pass?", poor, "warning"],
    ["Do all tests pass?", "50/100 passed", "no"],
    ["Is the p95 latency below 100 ms?", poor, "yes"],
    ["Is the p95 latency below 80 ms?", poor, "no"],
    ["Is the latency fine?", poor, "yes"],
    ["Is the package within the size limit?", "Packaged: 145 MB of 200 MB allowed", "warning"],
    ["Is the package within the size limit?", "Packaged: 45 MB of 200 MB allowed", "yes"],
    ["Is the package within the size limit?", "Packaged: 245 MB of 200 MB allowed", "no"],
    ["Does it hold the load?", "It held 1000 requests a minute.", "yes"],
    ["Was the ONNX export validated?", "Exported to m.onnx (127 MB); the graph is validated.", "yes"],
    ["Are dependencies pinned?", "All versions pinned.", "yes"],
    ["Was the image built?", "Built the image web:1.", "yes"],
    ["Is the deployment healthy?", "It runs: healthy.", "yes"],
    ["Is the database healthy?", "shop-db 17.2 runs at x: healthy.", "yes"],
    ["Is the root cause known?", "Root cause in 1.0.0: a typo.", "yes"],
    ["Is the version that runs now free of the bug?", "1.0.1 runs now: 0 of 9 logins failed.", "yes"],
    ["Is the version that runs now free of the bug?", "1.0.1 runs now: 3 of 9 logins failed.", "no"],
    ["Is it known how many CPUs the application needs?", "It needs 24 CPUs.", "yes"],
    ["Is it known how many CPUs are free?", "12 CPUs are free.", "yes"],
    ["Do the free CPUs suffice?", "It needs 24 CPUs; 12 CPUs are free.", "no"],
    ["Do the free CPUs suffice?", "It needs 24 CPUs; 24 CPUs are free.", "yes"],
    ["Was the missing quota granted?", "The provider refused it.", "no"],
    ["Was the missing quota granted?", "The provider granted it.", "yes"],
    ["Is every price above zero?", '[{"eur":0.5},{"eur":3}]', "yes"],
    ["Is every price above zero?", '[{"eur":0.5},{"eur":-3}]', "no"],
    ["Is there a price for each article?", '{"usd":1} {"eur":1}', "yes"],
    ["Is there a price for each article?", '{"usd":1},{"usd":1} {"eur":1}', "no"],
  ])("%s | %s -> %s", (question, results, answer) => {
    expect(answerTo(question, results)).toMatchObject({ question, answer });
  });

  it.each([
    "Is the accuracy above 97 %?",
    "Do all tests pass?",
    "Is the latency fine?",
    "Is the size fine?",
    "Is the deployment healthy?",
    "Is everybody happy?",
    "Is the version that runs now free of the bug?",
    "Do the free CPUs suffice?",
    "Was the missing quota granted?",
    "Is every price above zero?",
    "Is there a price for each article?",
  ])("%s is unclear when the results do not tell", (question) => {
    expect(answerTo(question, "Something was done.")).toEqual({
      question,
      answer: "unclear",
      evidence: "The results do not tell.",
    });
  });

  it("quotes the sentence it relies on", () => {
    const results = "Deployed v1.\nfraud-model v1 runs at x:8080: healthy, 1 replica. Enjoy.";
    expect(answerTo("Is the deployment healthy?", results)?.evidence).toBe(
      "fraud-model v1 runs at x:8080: healthy, 1 replica.",
    );
  });
});
