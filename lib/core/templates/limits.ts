/** Limits and words of templates, apart from the schemas, so that a page can say them without a validator. */

export const TEMPLATE_KINDS = ["plan", "review", "agent"] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export const PARAM_TYPES = ["text", "number", "choice"] as const;
export type ParamType = (typeof PARAM_TYPES)[number];

export const MAX_TEMPLATE_NAME_CHARS = 80;
/** Of a workspace, archived ones included. */
export const MAX_TEMPLATES = 500;
export const MAX_PARAMS = 30;
/** Of a parameter's help and of one option. */
export const MAX_PARAM_CHARS = 200;
export const MAX_PARAM_OPTIONS = 30;
/** Of one value. */
export const MAX_VALUE_CHARS = 10_000;
/** Of a text that becomes a parameter: a shorter one would stand in words that mean something else. */
export const MIN_REPLACED_CHARS = 2;

export const PARAM_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
