/**
 * In the place of a part until its code is there. Without anything in its place the page around it would go until then, and
 * the focus with it.
 */
export const Nothing = (): null => null;
