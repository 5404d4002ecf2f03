/** Forms of human gates: the fields of a JSON Schema, and the values that stand in them. */
export { type FormEntries, type FormReading, formEntries, readEntries } from "./form-values";
export { type FieldKind, type FormField, type FormGroup, type FormNode, readForm } from "./read-form";
