export { a, b as renamed } from "./ab";
export * from "./all";
export * as shapes from "./shapes";
export type { Shape } from "./shapes";
import { local } from "./local";
export { local as visible };

/** The default thing. More words. */
export default class Widget {}
