#!/usr/bin/env node
import { readFileSync } from "node:fs";
import process from "node:process";
import { main } from "../src/cli.js";

process.exitCode = main(process.argv.slice(2), {
  read: (path) => readFileSync(path, "utf8"),
  write: (text) => process.stdout.write(`${text}\n`),
});
