/**
 * How every verb starts and ends: exit code 0 done, 1 the answer is no, 2 wrong usage or unreadable
 * input, 130 interrupted.
 *
 * @module
 */

import { Command, CommanderError, InvalidArgumentError } from "commander";

/** Exit codes of all verbs. */
export const EXIT = { done: 0, no: 1, usage: 2, interrupted: 130 } as const;

/** A signal that Ctrl-C (SIGINT) or SIGTERM aborts; a second Ctrl-C ends the process at once. */
export const interrupted: AbortController = new AbortController();

/** Thrown by a verb whose answer is no (a check failed); its message goes to standard error. */
export class AnswerIsNo extends Error {}

/**
 * A program whose usage errors do not end the process by themselves.
 *
 * @param name Name of the program.
 * @param description What it is for.
 * @returns The program.
 */
export function program(name: string, description: string): Command {
  return configure(new Command(name).description(description));
}

/** What a verb may need beyond files and the environment. */
export type Need = "net" | "run";

/**
 * Add a verb to a program. The network and other programs are out of its reach unless it says that it
 * needs them: the permissions that `deno task taskflow` grants are given back before its action runs.
 *
 * @param parent The program.
 * @param usage Name and arguments, as commander reads them.
 * @param description What it does.
 * @param examples Command lines shown under `--help`.
 * @param needs Permissions kept: `net` to reach an endpoint, `run` to start other programs.
 * @returns The verb, to take options and an action.
 */
export function verb(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
  needs: readonly Need[] = [],
): Command {
  return configure(parent.command(usage))
    .description(description)
    .hook("preAction", async () => {
      for (const name of ["net", "run"] as const) {
        if (!needs.includes(name)) await Deno.permissions.revoke({ name });
      }
    })
    .addHelpText(
      "after",
      `\nExamples:\n${examples.map((line) => `  $ ${line}`).join("\n")}\n`,
    );
}

function configure(command: Command): Command {
  return command.exitOverride().showHelpAfterError(
    "(add --help for options and examples)",
  )
    .configureHelp({ helpWidth: 100 });
}

/**
 * Read an option's value as a whole number.
 *
 * @param least Smallest value allowed.
 * @returns A parser for commander.
 */
export function wholeNumber(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (
      !Number.isSafeInteger(number) || number < least || value.trim() === ""
    ) {
      throw new InvalidArgumentError(
        `Give a whole number of at least ${least}.`,
      );
    }
    return number;
  };
}

/**
 * Run a program and exit with the code of its outcome.
 *
 * @param command The program.
 * @param args Its arguments.
 */
export async function run(
  command: Command,
  args: readonly string[],
): Promise<never> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      if (interrupted.signal.aborted) Deno.exit(EXIT.interrupted);
      interrupted.abort(new DOMException("Interrupted", "AbortError"));
    });
  }
  // `deno task` runs in the project's folder; paths are meant from where the user stands.
  const from = Deno.env.get("INIT_CWD");
  if (from !== undefined) Deno.chdir(from);
  try {
    await command.parseAsync([...args], { from: "user" });
    Deno.exit(EXIT.done);
  } catch (error) {
    Deno.exit(outcome(error));
  }
}

function outcome(error: unknown): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
  if (error instanceof Deno.errors.BrokenPipe) return EXIT.done;
  if (error instanceof AnswerIsNo) {
    complain(error.message);
    return EXIT.no;
  }
  if (interrupted.signal.aborted) {
    complain("Interrupted");
    return EXIT.interrupted;
  }
  const text = error instanceof Error ? error.message : String(error);
  complain(`error: ${text}`);
  if (Deno.env.get("TASKFLOW_DEBUG") !== undefined && error instanceof Error) {
    complain(error.stack ?? "");
  } else {
    complain("(set TASKFLOW_DEBUG=1 to see where it happened)");
  }
  return EXIT.usage;
}

const encoder = new TextEncoder();

/** Write to a stream until all of it is written. */
function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
}

/** Print the answer of a verb, and nothing else, to standard output. */
export function print(text: string): void {
  writeAll(Deno.stdout, text.endsWith("\n") ? text : `${text}\n`);
}

/** Print one JSON object to standard output. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Print progress, warnings and errors to standard error. */
export function complain(text: string): void {
  writeStderr(`${text}\n`);
}

/** Write to standard error as it is, without a line end. */
export function writeStderr(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch (error) {
    // Nobody reads it any more (`2>&1 | head`): that is no reason to end the work.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
