import type { ServedTool } from "@/lib/core/run/gates/served-tools";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { Quotation } from "./asked";

/** The tools by which released work acts, each in the words of the server that has it. */
export const ServedTools = ({ tools }: { tools: readonly ServedTool[] }) => (
  <PanelSection title="Tools of servers that it acts by" aside={tools.length}>
    <TextWarnings value={tools.map(({ description }) => description)} />
    <ul className="grid gap-1.5">
      {tools.map(({ name, description, waits }) => (
        <li key={name} className="grid gap-0.5">
          <Quotation source={`The server says of ${name}`} text={description} />
          {waits && (
            <p className="text-amber text-xs">
              <span aria-hidden="true">▲ </span>
              The server has changed <SeenText text={name} />: an administrator has not accepted it.
            </p>
          )}
        </li>
      ))}
    </ul>
  </PanelSection>
);
