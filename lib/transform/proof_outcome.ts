/**
 * How one run of a proof script is to be read.
 *
 * @module
 */

/** A run, as far as it tells how the proof ended. */
export interface RunFacts {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Limits it ran into. */
  readonly limits: readonly string[];
  readonly networkAttempts: number | null;
}

/**
 * How a run ended.
 *
 * - `held`: exit code 0.
 * - `refuted`: by a failed check. It printed a line `NOT OBSERVED ...`, an assertion failed, or it ended
 *   with a small exit code and no uncaught exception.
 * - `missed`: by an uncaught exception, because what it looks for is not there.
 * - `unreadable`: by an uncaught exception about the form of a file, so nothing was checked.
 * - `time-limit`: the wall clock or processor time was used up.
 * - `broken`: killed, or stopped at another limit.
 */
export type Outcome =
  | "held"
  | "refuted"
  | "missed"
  | "unreadable"
  | "time-limit"
  | "broken";

/** The line by which a proof says that a check failed. */
const SENTINEL = /^\s*NOT OBSERVED\b/m;
const UNREADABLE =
  /(?:Syntax|Indentation|Tab|Decode|Parse|Parser|Scanner|Token)Error$/;
/** Limits that end a run from outside or take away what it needs. */
const HARD = ["memory", "output", "disk", "processes", "openFiles"];

/**
 * Whether a run printed the sentinel line of a failed check.
 *
 * @param run The run.
 * @returns Whether one of its lines begins with `NOT OBSERVED`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { hasSentinel } from "./proof_outcome.ts";
 *
 * equal(hasSentinel({ stdout: "OBSERVED: a\nNOT OBSERVED: b\n", stderr: "" }), true);
 * ```
 */
export function hasSentinel(
  run: Pick<RunFacts, "stdout" | "stderr">,
): boolean {
  return SENTINEL.test(run.stdout) || SENTINEL.test(run.stderr);
}

/**
 * Name of the exception that nobody caught.
 *
 * @param stderr What a Python program printed to standard error.
 * @returns The exception's name, or `null` without a traceback.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { uncaught } from "./proof_outcome.ts";
 *
 * equal(uncaught('Traceback (most recent call last):\n  File "p", line 1\njson.JSONDecodeError: x\n'), "JSONDecodeError");
 * equal(uncaught("warning: x\n"), null);
 * ```
 */
export function uncaught(stderr: string): string | null {
  const at = stderr.lastIndexOf("Traceback (most recent call last):");
  // A script that cannot be compiled has no traceback, only the place.
  if (at < 0 && !/^ +File "[^"]*", line \d+$/m.test(stderr)) return null;
  const lines = stderr.slice(Math.max(at, 0)).split("\n");
  let name: string | null = null;
  for (const line of lines) {
    const [, found] = /^([A-Za-z_][\w.]*)(?::|$)/.exec(line) ?? [];
    if (found !== undefined && found !== "Traceback") {
      name = found.split(".").at(-1) ?? found;
      break;
    }
  }
  return name;
}

/**
 * Whether an uncaught exception came from loading code, not from running it: its innermost frame is a module's or
 * a class's.
 *
 * @param stderr What a Python program printed to standard error.
 * @returns Whether it did; false without a traceback.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { failedAtImport } from "./proof_outcome.ts";
 *
 * const trace = (frame: string) =>
 *   `Traceback (most recent call last):\n  File "p", line 9, in <module>\n  File "m.py", line 3, in ${frame}\nNameError: x\n`;
 * equal(failedAtImport(trace("Bridge")), true);
 * equal(failedAtImport(trace("run")), false);
 * ```
 */
export function failedAtImport(stderr: string): boolean {
  const frames = [
    ...stderr.matchAll(/^ +File "([^"]*)", line \d+, in (.+)$/gm),
  ];
  const [, file = "", name = ""] = frames.at(-1) ?? [];
  return !file.startsWith("/given/") &&
    /^(?:<module>|_?\p{Lu}\w*)$/u.test(name);
}

/**
 * Read how a run ended.
 *
 * @param run The run.
 * @returns The outcome.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { outcomeOf } from "@taskflow/transform";
 *
 * const run = { exitCode: 1, stdout: "NOT OBSERVED: x\n", stderr: "", timedOut: false, limits: [], networkAttempts: 0 };
 * equal(outcomeOf(run), "refuted");
 * equal(outcomeOf({ ...run, exitCode: 0 }), "held");
 * equal(outcomeOf({ ...run, stdout: "", stderr: "Traceback (most recent call last):\nKeyError: 'a'\n" }), "missed");
 * ```
 */
export function outcomeOf(run: RunFacts): Outcome {
  if (run.timedOut) return "time-limit";
  if (run.exitCode === 0) return "held";
  if (hasSentinel(run)) return "refuted";
  if (run.exitCode >= 128 || HARD.some((limit) => run.limits.includes(limit))) {
    return "broken";
  }
  const exception = uncaught(run.stderr);
  if (exception === null || exception === "AssertionError") return "refuted";
  return UNREADABLE.test(exception) ? "unreadable" : "missed";
}

/** Programs and modules that only make sense with a network. */
const NETWORK_ONLY =
  /(?:No such file or directory: '(?:\/usr\/bin\/)?(?:curl|wget|ssh|scp|ping|dig|nslookup|host|nc|ftp|rsync)'|(?:curl|wget|ssh|ping|dig|nc): (?:command )?not found|No module named '(?:requests|httpx|aiohttp|urllib3|boto3|paramiko)')/;
const NETWORK_WORDS =
  /Name or service not known|Temporary failure in name resolution|Network is unreachable|Could not resolve host|Connection refused|ENETUNREACH|EAI_AGAIN|ENOTFOUND|urlopen error/;

/**
 * Whether a run that did not hold asked for the network: the sandbox counted an attempt to leave, or its words
 * say so.
 *
 * @param run The run.
 * @returns Whether it did.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { askedForNetwork } from "./proof_outcome.ts";
 *
 * equal(askedForNetwork({ stdout: "", stderr: "", networkAttempts: 2 }), true);
 * equal(askedForNetwork({ stdout: "", stderr: "KeyError", networkAttempts: 0 }), false);
 * ```
 */
export function askedForNetwork(
  run: Pick<RunFacts, "stdout" | "stderr" | "networkAttempts">,
): boolean {
  const words = `${run.stdout}\n${run.stderr}`;
  return (run.networkAttempts ?? 0) > 0 || NETWORK_ONLY.test(words) ||
    NETWORK_WORDS.test(words);
}
