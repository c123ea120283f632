/**
 * What was typed in a session of an Aider chat history.
 *
 * Aider writes every line of an input as `#### line` with two spaces after it, below an empty line.
 * Headings of replies look the same but for these spaces. Some editors take them away at the ends of
 * all lines; then an input can only be told by what stands above it.
 *
 * @module
 */

/** One input. */
export interface AiderInput {
  /** The lines as typed, but for spaces at their ends. */
  readonly text: string;
  /** Places in the text of the session: of the first line, and behind the last. */
  readonly from: number;
  readonly to: number;
}

const MARK = "####";
const END = "  ";

/**
 * Find the inputs of a session.
 *
 * @param session Text of the session, with line feeds only.
 * @returns Every input, commands and confirmations included, in order.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { aiderInputs } from "@taskflow/corpora";
 *
 * const session = "> Model: m  \n\n#### Fix it:  \n####   \n#### 1/0  \n\nDone.\n\n#### Result\n\n0\n";
 * deepEqual(aiderInputs(session).map(({ text }) => text), ["Fix it:\n\n1/0"]);
 * ```
 */
export function aiderInputs(session: string): AiderInput[] {
  const inputs: AiderInput[] = [];
  let spaced: boolean | null = null;
  for (let at = nextMark(session, 0); at >= 0;) {
    spaced ??= /^(?:> |#### ).* {2}$/m.test(session);
    const input = isBelowBlank(session, at) &&
        (spaced || followsOutput(session, at, inputs.at(-1)?.to ?? 0))
      ? readInput(session, at, spaced)
      : null;
    if (input !== null) inputs.push(input);
    at = nextMark(session, input?.to ?? at + MARK.length);
  }
  return inputs;
}

/** Start of the next line that begins with the mark, at or after a place. */
function nextMark(session: string, from: number): number {
  if (from === 0 && session.startsWith(MARK)) return 0;
  const at = session.indexOf(`\n${MARK}`, Math.max(0, from - 1));
  return at < 0 ? -1 : at + 1;
}

function isBelowBlank(session: string, at: number): boolean {
  if (at === 0) return true;
  const above = session.lastIndexOf("\n", at - 2) + 1;
  return session.slice(above, at).trim() === "";
}

/** Whether the last line above that is not blank is the tool's, the header, or an input. */
function followsOutput(session: string, at: number, input: number): boolean {
  const above = session.slice(input, at).trimEnd();
  if (above.trim() === "") return true;
  const line = above.slice(above.lastIndexOf("\n") + 1);
  return line.startsWith("> ") || line.startsWith("# aider chat started at ");
}

function readInput(
  session: string,
  from: number,
  spaced: boolean,
): AiderInput | null {
  const lines: string[] = [];
  let to = from;
  while (session.startsWith(MARK, to)) {
    const newline = session.indexOf("\n", to);
    const end = newline < 0 ? session.length : newline;
    const line = session.slice(to + MARK.length, end);
    if (line !== "" && !line.startsWith(" ")) break;
    if (spaced && !line.endsWith(END)) break;
    lines.push(line.slice(1).trimEnd());
    to = end === session.length ? end : end + 1;
  }
  return lines.length === 0 ? null : { text: lines.join("\n"), from, to };
}
