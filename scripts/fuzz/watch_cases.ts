/**
 * Running cases in another process, which is ended when it hangs and replaced when it dies.
 *
 * @module
 */

import { textLines } from "./text_lines.ts";
import type { CaseNews, CasesStart } from "./run_cases.ts";

/** What came of the cases of an adapter. */
export interface FuzzResult {
  readonly adapter: string;
  /** Cases that were run. */
  readonly cases: number;
  readonly problems: readonly {
    readonly at: number;
    readonly problem: string;
  }[];
  /** Largest resident set of the process, in bytes. */
  readonly peak: number;
  /** Longest case. */
  readonly slowest: { readonly at: number; readonly milliseconds: number };
}

/** Limits of a run. */
export interface WatchOptions {
  /** Milliseconds that a case may take. */
  readonly caseMilliseconds: number;
  /** Time after which no further case is begun, as `performance.now()`. */
  readonly until: number;
  readonly onCase?: () => void;
}

/** Heap of the process in MiB: what needs more has no bound. */
const HEAP = 1536;

/** Problems of one adapter after which it is enough. */
const ENOUGH = 20;

/**
 * Run cases, each adapter in a process of its own.
 *
 * @param start Which.
 * @param options Limits.
 * @returns What came of them: a hang or a dead process is a problem of the case at which it happened.
 */
export async function watchCases(
  start: CasesStart,
  options: WatchOptions,
): Promise<FuzzResult> {
  const problems: { at: number; problem: string }[] = [];
  let [peak, cases] = [0, 0];
  let slowest = { at: start.from, milliseconds: 0 };
  let next = start.from;
  while (
    next < start.to && performance.now() < options.until &&
    problems.length < ENOUGH
  ) {
    let at = next;
    const end = await runChild({ ...start, from: next }, options, (news) => {
      if (news.kind === "begins") {
        at = news.at;
        cases++;
        options.onCase?.();
      } else if (news.kind === "problem") {
        problems.push({ at: news.at, problem: news.problem });
      } else {
        peak = Math.max(peak, news.peak);
        if (news.slowest.milliseconds > slowest.milliseconds) {
          slowest = news.slowest;
        }
      }
      return problems.length < ENOUGH;
    });
    if (end === "done" || end === "stopped") break;
    problems.push({ at, problem: end });
    next = at + 1;
  }
  return { adapter: start.adapter, cases, problems, peak, slowest };
}

/** Run one process to its end; what ended it. */
async function runChild(
  start: CasesStart,
  { caseMilliseconds, until }: WatchOptions,
  take: (news: CaseNews) => boolean,
): Promise<"done" | "stopped" | string> {
  const script = new URL("../fuzz.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", `--v8-flags=--max-old-space-size=${HEAP}`],
      ...[script, "--child", JSON.stringify(start)],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  let end: string | null = null;
  const stop = (why: string) => {
    end ??= why;
    child.kill("SIGKILL");
  };
  // The first case waits for the process to start and to look at all files.
  let timer = setTimeout(
    () => stop("the process does not start"),
    caseMilliseconds + 60_000,
  );
  const lines = child.stdout.pipeThrough(new TextDecoderStream())
    .pipeThrough(textLines());
  for await (const line of lines) {
    const news: CaseNews = JSON.parse(line);
    clearTimeout(timer);
    timer = setTimeout(
      () => stop(`no answer in ${caseMilliseconds} ms`),
      caseMilliseconds,
    );
    if (end !== null) continue;
    if (!take(news) || performance.now() > until) stop("stopped");
    else if (news.kind === "done") end = "done";
  }
  clearTimeout(timer);
  const { code } = await child.status;
  const said = (await errors).trim().split("\n").slice(0, 5).join(" | ");
  return end ?? `the process died with code ${code}: ${said}`;
}
