/**
 * The export formats that are read, in the order in which they are tried.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import { aider } from "./aider.ts";
import { atif } from "./atif.ts";
import { chatArray } from "./chat_array.ts";
import { claudeCode } from "./claude_code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot_cli.ts";
import { cursorExport } from "./cursor_export.ts";
import { dataclaw } from "./dataclaw.ts";
import { geminiCli } from "./gemini_cli.ts";
import { miniSweAgent } from "./mini_swe_agent.ts";
import { opencode } from "./opencode.ts";
import { specstory } from "./specstory.ts";
import { sweChat } from "./swe_chat.ts";
import { sweTogether } from "./swe_together.ts";

/** All adapters. A file belongs to the first that knows it. */
export const ADAPTERS: readonly Adapter[] = [
  specstory,
  claudeCode,
  codex,
  copilotCli,
  dataclaw,
  aider,
  cursorExport,
  geminiCli,
  opencode,
  atif,
  miniSweAgent,
  sweTogether,
  sweChat,
  chatArray,
];
