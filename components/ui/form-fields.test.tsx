import { expect, it } from "vitest";
import { readForm } from "@/lib/core/form";
import { renderHtml } from "@/lib/testing/render";
import { FormFields } from "./form-fields";

const shown = (schema: object, isOurs: boolean) =>
  renderHtml(
    <FormFields
      nodes={readForm({ properties: { f: { title: "Field", ...schema } } }, isOurs)}
      entries={{}}
      problems={{ f: "Wrong" }}
      onChange={() => undefined}
    />,
  );

it.each([
  [{ type: "integer" }, 'inputMode="numeric"'],
  [{ type: "integer", look: { scale: 1_000 } }, 'inputMode="decimal"'],
  [{ type: "string", format: "uri" }, 'inputMode="url"'],
  [{ type: "string", format: "date" }, 'type="date"'],
  [{ type: "string", look: { as: "secret" } }, 'autoComplete="new-password"'],
  [{ type: "boolean", look: { as: "switch" } }, 'role="switch"'],
])("%j has the control that it asks for", (schema, control) => {
  expect(shown(schema, true)).toContain(control);
});

it("ties label, help and error to the control, whatever a schema of others says of its look", () => {
  const html = shown({ type: "string", description: "Help.", look: { as: "secret" } }, false);
  expect(html).toMatch(
    /<label for="(.+?)".*type="text".* id="\1" aria-describedby="\1-help \1-error" aria-invalid="true"/,
  );
});

it("asks for what is needed as other fields of ours do", () => {
  const field = { properties: { f: { type: "string" } }, required: ["f"] };
  const draw = (isOurs: boolean) =>
    renderHtml(
      <FormFields nodes={readForm(field, isOurs)} entries={{}} problems={{}} onChange={() => undefined} />,
    );
  expect(draw(true)).toContain('required=""');
  expect(draw(false)).not.toContain('required=""');
});
