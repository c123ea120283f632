/**
 * Where this code runs: in the Deno kernel, under the script runner, or in a plain Deno process.
 * The only file that asks, since outside the kernel even `typeof Deno.jupyter` throws.
 *
 * @module
 */

/** What one display shows: one representation per media type. */
export interface Bundle {
  /** Media type to content: text for `text/*` and SVG, a JSON value for `*+json`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Hints for the frontend, by media type. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How to show a bundle. */
export interface DisplayOptions {
  /** Name under which a later display can replace this one, or `null`. */
  readonly id: string | null;
  /** Replace the display of that name instead of adding one. */
  readonly update: boolean;
}

/** What the script runner puts in place to receive displays. */
export interface Sink {
  /** Take one display. */
  display(bundle: Bundle, options: DisplayOptions): void;
}

/** Where displays go. */
export type Host =
  | {
    readonly kind: "kernel";
    readonly broadcast: (
      type: string,
      content: Record<string, unknown>,
    ) => Promise<void>;
  }
  | { readonly kind: "runner"; readonly sink: Sink }
  | { readonly kind: "plain" };

const SINK = Symbol.for("taskflow.notebook.sink");

function kernelBroadcast(): typeof Deno.jupyter.broadcast | null {
  try {
    return Deno.jupyter.broadcast;
  } catch {
    // The getter throws in every process that is not a kernel.
    return null;
  }
}

/**
 * Find out where this code runs.
 *
 * @returns The host, with what it takes to show something there.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { findHost } from "./host.ts";
 *
 * equal(findHost().kind, "plain");
 * ```
 */
export function findHost(): Host {
  const sink: unknown = Reflect.get(globalThis, SINK);
  if (isSink(sink)) return { kind: "runner", sink };
  const broadcast = kernelBroadcast();
  if (broadcast !== null) return { kind: "kernel", broadcast };
  return { kind: "plain" };
}

function isSink(value: unknown): value is Sink {
  return typeof value === "object" && value !== null && "display" in value;
}

/**
 * Let the script runner receive displays from now on.
 *
 * @param sink Where they go, or `null` to take the last one away.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { findHost, installSink } from "./host.ts";
 *
 * installSink({ display: () => {} });
 * equal(findHost().kind, "runner");
 * installSink(null);
 * ```
 */
export function installSink(sink: Sink | null): void {
  Reflect.set(globalThis, SINK, sink);
}
