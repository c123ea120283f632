import type { Bundle } from "./host.ts";

/**
 * Print a bundle's text to standard output, for a process that is no notebook.
 *
 * @param bundle What to show.
 *
 * @example
 * ```ts
 * import { printPlain } from "./print_plain.ts";
 *
 * printPlain({ data: { "text/plain": "3 of 4 sessions" }, metadata: {} });
 * ```
 */
export function printPlain(bundle: Bundle): void {
  const text = bundle.data["text/markdown"] ?? bundle.data["text/plain"] ?? "";
  let bytes = new TextEncoder().encode(`${text}\n`);
  while (bytes.length > 0) {
    bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  }
}
