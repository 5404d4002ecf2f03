"use client";

import { BudgetBar } from "../budgets/budget-bar";
import { ShortcutList } from "../palette/shortcut-list";
import { Specimen } from "./specimen";

/** What several pages are made of. */
export function Composites() {
  return (
    <>
      <Specimen name="BudgetBar" states="begun, reserved, near its limit, over it, no limit">
        {() =>
          [
            { used: 1_200, limit: 20_000 },
            { used: 1_200, reserved: 4_000, unknown: 1, limit: 20_000 },
            { used: 18_000, limit: 20_000 },
            { used: 21_000, limit: 20_000 },
            { used: 21_000 },
          ].map((line) => (
            <BudgetBar
              key={JSON.stringify(line)}
              line={{ counter: "maxTokens", setting: "maxTokens", reserved: 0, unknown: 0, ...line }}
            />
          ))
        }
      </Specimen>
      <Specimen name="ShortcutList" states="all keys of the console">
        {() => <ShortcutList />}
      </Specimen>
    </>
  );
}
