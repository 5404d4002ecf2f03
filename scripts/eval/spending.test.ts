import { expect, it } from "vitest";
import { CostLimitReached, createSpending, UnknownCost } from "./spending";

it("lets a call wait for the ones under way, and settles by what they did cost", async () => {
  const spending = createSpending(100);
  await spending.reserve("a", 60);
  const second = spending.reserve("b", 60);
  spending.settle("a", 10);
  await expect(second).resolves.toBeUndefined();
  const third = spending.reserve("c", 60);
  spending.settle("b", 50);
  await expect(third).rejects.toBeInstanceOf(CostLimitReached);
  await expect(spending.reserve("d", 40)).resolves.toBeUndefined();
});

it("counts a call of unknown cost as what it may have been, and a canceled one not", async () => {
  const spending = createSpending(100);
  await spending.reserve("a", 60);
  spending.cancel("a");
  await spending.reserve("b", 60);
  spending.settle("b");
  await expect(spending.reserve("c", 60)).rejects.toBeInstanceOf(CostLimitReached);
});

it("needs a price for a limit, and for none without", async () => {
  await expect(createSpending(100).reserve("a", undefined)).rejects.toBeInstanceOf(UnknownCost);
  await expect(createSpending().reserve("a", undefined)).resolves.toBeUndefined();
});
