import { describe, expect, it } from "vitest";
import { agent, reviewSpec } from "@/lib/core/plan/schema";
import { renderHtml, renderText } from "@/lib/testing/render";
import { templateView } from "@/lib/testing/views/template-view";
import { keep } from "../ui/behavior/use-kept";
import { OlderEdits, StartsFrom } from "../ui/older-edits";
import { AgentForm } from "./agent-form";
import { draftOfParam, newParam, paramOf } from "./param-fields";
import { TemplatesScreen } from "./templates-screen";

const template = templateView();
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("the list of templates", () => {
  it("says what each asks for and what each version came to, also the newest before it has run", () => {
    const html = renderHtml(<TemplatesScreen kind="plan" templates={[template]} archived={false} />);
    expect(html).toContain('href="/runs/new?template=tpl%201"');
    expect(html).toContain("data-opens");
    for (const words of [
      "City tour",
      "Tour of {{city}}",
      "city",
      "v2: not run yet",
      "Version 2 by Ada",
      "1 task",
    ])
      expect(textOf(html)).toContain(words);
    expect(textOf(html)).toContain("v1: 3 of 4 runs completed (75%)");
  });

  it("says how the first comes about, and starts nothing of archived ones", () => {
    expect(renderHtml(<TemplatesScreen kind="plan" templates={[]} archived={false} />)).toContain(
      "No templates yet",
    );
    expect(renderHtml(<TemplatesScreen kind="plan" templates={[]} archived />)).toContain(
      "No archived templates",
    );
    const own = { name: "Legal", review: reviewSpec.parse({}) };
    const decided = [{ version: 2, decisions: 5, stood: 4, simulated: 0 }];
    const reviews = <TemplatesScreen kind="review" templates={[]} archived={false} />;
    expect(renderHtml(reviews)).toContain("No reviews of your own yet");
    const review = renderHtml(
      <TemplatesScreen
        kind="review"
        templates={[{ ...template, kind: "review", review: own, decided }]}
        archived={false}
      />,
    );
    expect(review).toContain(template.name);
    expect(review).not.toContain("Use");
    expect(textOf(review)).toContain("v2: 4 of 5 decisions stood (80%), 1 overridden");
    const archived = renderHtml(
      <TemplatesScreen kind="plan" templates={[{ ...template, archived: true }]} archived />,
    );
    expect(archived).not.toContain("/runs/new");
  });
});

describe("the form of an agent", () => {
  const form = (begins: object, keptAs?: string) =>
    renderHtml(
      <AgentForm
        begins={{ name: "Reader", agent: agent.parse(begins) }}
        problem={undefined}
        busy={false}
        submitLabel="Save"
        onSubmit={() => {}}
        onCancel={() => {}}
        {...(keptAs !== undefined && { keptAs })}
      />,
    );

  it("has other settings as plans have them", () => {
    const html = form({ policy: { denied: ["deploy"] }, hints: { preferred: ["search"] } });
    expect(html).toContain("Other settings (2)");
    expect(html).not.toContain("aria-invalid");
    expect(html).not.toContain("<details open");
  });

  it("says of kept ones that cannot be read what they have to be", () => {
    keep("unread-agent", { name: "Reader", useWhen: "", agent: agent.parse({}), other: '{"hints": ' });
    const html = form({}, "unread-agent");
    keep("unread-agent", undefined);
    expect(html).toContain("{&quot;hints&quot;: </textarea>");
    expect(html).toContain('aria-invalid="true"');
    expect(textOf(html)).toContain("Enter a JSON object of only hints, examples, policy, reflection");
    expect(html).toContain("<details open");
  });
});

describe("edits of older versions", () => {
  it("are told of while the tab keeps them", () => {
    keep("template/t/2", { text: "mine" });
    const told = (versions: number[]) =>
      renderText(
        <OlderEdits
          keptAs={(version) => `template/t/${version}`}
          versions={versions}
          onContinue={() => {}}
        />,
      );
    expect(told([2, 1])).toMatch(/unsaved changes to version 2\..*Continue with version 2.*Discard/);
    expect(told([2, 1])).not.toContain("version 1");
    keep("template/t/2", undefined);
    expect(told([2, 1])).toBe("");
  });

  it("say what is not in them, unless they follow what they began with", () => {
    expect(renderText(<StartsFrom version={2} newest={3} />)).toContain(
      "You start from version 2. What version 3 changed is not in it.",
    );
    expect(renderText(<StartsFrom version={3} newest={3} />)).toBe("");
  });
});

describe("a parameter in a form", () => {
  it("comes back as it was", () => {
    const params = [
      {
        name: "size",
        type: "choice" as const,
        required: false,
        options: ["small", "large"],
        default: "small",
      },
      { name: "n", type: "number" as const, required: true, help: "Whole days." },
    ];
    expect(params.map((one) => paramOf(draftOfParam(one)))).toEqual(params);
    expect(paramOf(newParam("city"))).toEqual({ name: "city", type: "text", required: true });
  });
});
