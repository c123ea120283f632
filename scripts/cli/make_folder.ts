/**
 * Folders for results.
 *
 * @module
 */

/**
 * Make a folder, so that a run finds out before its work that nothing can be written.
 *
 * @param path The folder; it may be there already.
 * @throws {TypeError} If it cannot be made.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true });
  } catch (error) {
    const reason = error instanceof Deno.errors.AlreadyExists
      ? "it is a file"
      : error instanceof Error
      ? error.name
      : String(error);
    throw new TypeError(
      `Cannot write to "${path}": ${reason}; name a folder with -o`,
      { cause: error },
    );
  }
}
