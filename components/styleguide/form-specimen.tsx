import { formEntries, readForm } from "@/lib/core/form";
import { FormFields } from "../ui/form-fields";
import { nothing } from "./specimen";

const NODES = readForm(
  {
    required: ["name"],
    properties: {
      name: { type: "string", title: "Name", look: { placeholder: "files" } },
      wait: {
        type: "integer",
        title: "Wait (seconds)",
        description: "Before it is tried again.",
        minimum: 1,
      },
      mode: { enum: ["auto", "ask"], title: "Mode", default: "ask" },
      key: { type: "string", title: "Key", look: { as: "secret" } },
      to: { type: "array", title: "To", look: { list: "words" } },
      how: {
        enum: ["all", "none"],
        title: "How much",
        default: "all",
        look: {
          as: "radio",
          names: { all: { label: "All", help: "Nothing is left." }, none: { label: "None" } },
        },
      },
      on: { type: "boolean", title: "Enabled", default: true, look: { as: "switch" } },
      price: {
        type: "object",
        title: "Price",
        description: "Leave empty where it is unknown.",
        properties: { in: { type: "number", title: "Input" }, out: { type: "number", title: "Output" } },
      },
    },
  },
  true,
);

/** Draws a field of every look, one of them with an error. */
export const FormSpecimen = () => (
  <FormFields
    nodes={NODES}
    entries={{ ...formEntries(NODES, undefined), wait: "soon" }}
    problems={{ wait: "Enter a number" }}
    onChange={nothing}
    isWide
  />
);
