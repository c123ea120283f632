/**
 * Progress on standard error: one line rewritten in a terminal, a line every two seconds elsewhere.
 *
 * @module
 */

import { writeStderr } from "./run.ts";

/** A progress line. */
export interface Progress {
  /** Show how far the work is; calls in quick succession are dropped. */
  readonly update: (text: string) => void;
  /** End with a last line, which is always shown. */
  readonly done: (text: string) => void;
}

/**
 * Start a progress line.
 *
 * @param label What is going on.
 * @returns Functions to update and end it.
 */
export function progress(label: string): Progress {
  const terminal = Deno.stderr.isTerminal();
  const every = terminal ? 100 : 2000;
  let last = performance.now();
  const write = (text: string, end: boolean) => {
    const whole = `${label}: ${text}`;
    const cut = terminal ? whole.slice(0, Math.max(20, columns() - 1)) : whole;
    const line = terminal ? `\r\x1b[K${cut}${end ? "\n" : ""}` : `${cut}\n`;
    writeStderr(line);
  };
  return {
    update: (text) => {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      write(text, false);
    },
    done: (text) => write(text, true),
  };
}

function columns(): number {
  try {
    return Deno.consoleSize().columns;
  } catch {
    // Not a terminal after all: any width will do.
    return 100;
  }
}
