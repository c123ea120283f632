/**
 * Whose folder a path is in.
 *
 * @module
 */

const HOME =
  /^(?:\/(?:Users|home)\/|\/mnt\/[a-z]\/Users\/|[A-Za-z]:[\\/]Users[\\/])([^\\/]+)/;

/**
 * Name the account whose home folder a path is in.
 *
 * @param path Working folder as an export writes it, or `null`.
 * @returns The account name, or `null` if the path is in no home folder.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { homeUser } from "@taskflow/corpora";
 *
 * equal(homeUser("C:\\Users\\kim\\shop"), "kim");
 * equal(homeUser("/srv/shop"), null);
 * ```
 */
export function homeUser(path: string | null): string | null {
  return path === null ? null : HOME.exec(path)?.[1] ?? null;
}
