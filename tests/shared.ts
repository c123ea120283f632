/**
 * Tests on what only some machines have: other people's data, a kernel, a browser, Python.
 *
 * `TASKFLOW_SHARED` points at the shared data. `TASKFLOW_REQUIRE` lists (by comma) what must be
 * there: a missing one then fails its tests. Otherwise such tests are listed by name as ignored.
 */

const need = (Deno.env.get("TASKFLOW_REQUIRE") ?? "").split(",").map((name) =>
  name.trim()
);

/**
 * Register a test that needs something.
 *
 * @param what Its name in `TASKFLOW_REQUIRE`.
 * @param present Whether it is here.
 * @param name Name of the test.
 * @param fn The test.
 */
export function testNeeding(
  what: string,
  present: boolean,
  name: string,
  fn: (t: Deno.TestContext) => void | Promise<void>,
): void {
  if (!present && need.includes(what)) {
    Deno.test(name, () => {
      throw new Error(`Required for this run but missing: "${what}"`);
    });
    return;
  }
  Deno.test({
    name: present ? name : `${name} (needs ${what})`,
    ignore: !present,
    fn,
  });
}

const root = Deno.env.get("TASKFLOW_SHARED");

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Path of something in the shared data; call it inside a {@linkcode sharedTest}. */
export function sharedPath(path: string): string {
  return `${root}/${path}`;
}

/** Register a test on other people's data. */
export function sharedTest(
  name: string,
  fn: (t: Deno.TestContext) => void | Promise<void>,
): void {
  testNeeding("shared", root !== undefined && exists(root), name, fn);
}
