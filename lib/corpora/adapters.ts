/**
 * The export formats that are read, in the order in which they are tried.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import { specstory } from "./specstory.ts";

/** All adapters. A file belongs to the first that knows it. */
export const ADAPTERS: readonly Adapter[] = [specstory];
