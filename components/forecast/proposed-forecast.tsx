import {
  estimateWords,
  formatBasis,
  formatInsteadOf,
  formatUnknownPart,
} from "@/lib/core/describe/costs/forecast";
import { upperFirst } from "@/lib/core/describe/letters";
import type { Forecast } from "@/lib/core/forecast/types";
import type { ProposalForecast } from "@/lib/core/forecast/views";

const ROWS = [
  ["money", "Money"],
  ["time", "Time"],
  ["writes", "Writes"],
] as const;

type ProposedForecastProps = {
  forecast: ProposalForecast;
  /** False where the new plan is written after the decision. */
  isWritten: boolean;
};

/** What a plan that waits for a decision is expected to take until the end, beside the one that it would replace. */
export function ProposedForecast({ forecast, isWritten }: ProposedForecastProps) {
  const { proposed, instead } = forecast;
  const sentence = formatInsteadOf(proposed, instead.forecast);
  const basis = proposed ?? instead.forecast;
  const unknown = proposed && formatUnknownPart(proposed.money);
  return (
    <div className="mt-1 grid gap-1.5">
      <p>{upperFirst(sentence)}</p>
      {!proposed && !isWritten && (
        <p className="text-muted text-xs">The new plan is written after the decision.</p>
      )}
      {basis && (
        <>
          <table className="w-full text-left text-xs">
            <caption className="sr-only">Forecast to finish</caption>
            <thead className="text-muted">
              <tr>
                <th scope="col">
                  <span className="sr-only">Amount</span>
                </th>
                <th scope="col" className="px-2 py-0.5 font-medium">
                  Proposed
                </th>
                <th scope="col" className="py-0.5 font-medium">
                  Plan v{instead.version}
                </th>
              </tr>
            </thead>
            <tbody className="align-top tabular-nums">
              {ROWS.map(([of, name]) => (
                <tr key={of} className="border-line border-t">
                  <th scope="row" className="whitespace-nowrap py-1 font-medium text-muted">
                    {name}
                  </th>
                  <Amount of={of} forecast={proposed} className="px-2 font-medium" />
                  <Amount of={of} forecast={instead.forecast} />
                </tr>
              ))}
            </tbody>
          </table>
          <p className="text-muted text-xs">
            {unknown && `Proposed plan: ${unknown}. `}
            {formatBasis(basis)}
          </p>
        </>
      )}
    </div>
  );
}

type AmountProps = { of: (typeof ROWS)[number][0]; forecast: Forecast | null; className?: string };

function Amount({ of, forecast, className = "" }: AmountProps) {
  const { amount, range } = forecast ? estimateWords(of, forecast[of]) : { amount: "unknown" };
  return (
    <td className={`py-1 ${className}`}>
      {amount}
      {range !== undefined && <span className="block font-normal text-muted">{range}</span>}
    </td>
  );
}
