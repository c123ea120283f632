/**
 * The export formats that are read, in the order in which they are tried.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import { claudeCode } from "./claude_code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot_cli.ts";
import { dataclaw } from "./dataclaw.ts";
import { specstory } from "./specstory.ts";

/** All adapters. A file belongs to the first that knows it. */
export const ADAPTERS: readonly Adapter[] = [
  specstory,
  claudeCode,
  codex,
  copilotCli,
  dataclaw,
];
