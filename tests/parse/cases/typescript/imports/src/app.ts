import fs from "node:fs";
import { readFile as read, type Stats } from "./files";
import * as path from "./path";
import type { Options } from "./options";
import cfg = require("./config");
import "./polyfill";
import main, { helper } from "@scope/core";

export function load(file: string, options: Options): Stats {
  helper(main(file));
  path.join(cfg.root, file);
  return read(file, options);
}

export const lazy = () => import("./lazy");
