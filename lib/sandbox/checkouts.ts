/**
 * Clean checkouts of tasks' repositories, kept by content and never written to.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { findRepository, type Found } from "./find_repository.ts";
import { applyPatch, type Git, openGit } from "./git.ts";
import { scriptPath } from "./probe.ts";
import { mustRun } from "./run_tool.ts";

/** What a checkout is made for. */
export interface CheckoutTask {
  /** Id of the task; the 40 hexadecimal digits in it are the commit that fixed the issue. */
  readonly instance_id: string;
  /** Repository, `owner/name`. */
  readonly repo: string;
  /** Commit before the fix; not looked at where only files are there. */
  readonly base_commit: string;
}

/** A folder with the files of one commit. */
export interface Checkout {
  /** The folder; others may use it at the same time, so nothing may write to it. */
  readonly path: string;
  /** Name of its contents: the git tree, or a hash of the files. */
  readonly tree: string;
  /** Files left out because the snapshot has no contents for them. */
  readonly missing: readonly string[];
}

/** The state after the fix. */
export interface Fix {
  /** Its files. */
  readonly checkout: Checkout;
  /** What the fix changes, as a unified diff without context. */
  readonly diff: string;
  /** The commit, or `null` where a patch file stands in for it. */
  readonly commit: string | null;
}

/** Makes checkouts. */
export interface Checkouts {
  /** The repository at the base commit. */
  readonly base: (task: CheckoutTask) => Promise<Checkout>;
  /** The repository after the fix, or `null` where neither commit nor patch file is there. */
  readonly fix: (task: CheckoutTask) => Promise<Fix | null>;
}

/** Options of {@linkcode openCheckouts}. */
export interface CheckoutsOptions {
  /** Folder of repositories, see `findRepository`; `INSTANCE_ID.patch` in it stands in for a fix commit. */
  readonly repos: string;
  /** Folder to keep checkouts in. Default `taskflow/checkouts` in the user's cache folder. */
  readonly cache?: string;
  /** Uid that is to own the files, as `Sandbox.owner`; `null` for this process's own. */
  readonly owner?: number | null;
}

/**
 * Checkouts out of a folder of repositories.
 *
 * @param options Where repositories are, where checkouts are kept.
 * @returns Functions that make them, or find them made.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { openCheckouts } from "@taskflow/sandbox";
 *
 * const checkouts = openCheckouts({ repos: "no such folder", cache: "none" });
 * const task = { instance_id: "t", repo: "o/n", base_commit: "0" };
 * await rejects(() => checkouts.base(task), /Cannot find the repository "o\/n"/);
 * ```
 */
export function openCheckouts(options: CheckoutsOptions): Checkouts {
  const { repos, owner = null } = options;
  const cache = resolve(options.cache ?? cacheFolder());
  const keep = once<Checkout>();
  const keepGit = once<Git>();
  const store = (
    key: string,
    fill: (folder: string) => Promise<readonly string[]>,
  ) =>
    keep(
      key,
      () => storeTree(join(cache, `uid-${owner ?? "own"}`), key, owner, fill),
    );

  const gitOf = (found: Exclude<Found, { kind: "files" }>) =>
    keepGit(found.path, async () => {
      const name = hashOf(await Deno.realPath(found.path)).slice(0, 24);
      if (found.kind === "git") {
        return await openGit(join(cache, "git", name), found.objects);
      }
      const history = await Deno.readFile(found.path);
      const folder = join(
        cache,
        "git",
        `history-${hashOf(history).slice(0, 24)}`,
      );
      const git = await openGit(folder, null);
      await git.must(`import "${found.path}"`, [
        ...["fast-import", "--quiet", "--force"],
      ], history);
      return git;
    });

  const commitTree = async (git: Git, commit: string) => {
    const { code, stdout } = await git.run([
      ...["rev-parse", "--verify", "--quiet", "--end-of-options"],
      `${commit}^{tree}`,
    ]);
    return code === 0 ? new TextDecoder().decode(stdout).trim() : null;
  };

  const base: Checkouts["base"] = async (task) => {
    const found = await findRepository(repos, task);
    if (found.kind === "files") {
      const tree = `files-${await hashFolder(found.path)}`;
      return await store(tree, (to) => copyFiles(found.path, to));
    }
    const git = await gitOf(found);
    const tree = await commitTree(git, checkedCommit(task));
    if (tree === null) {
      throw new Deno.errors.NotFound(
        `Cannot check out "${task.repo}" at ${task.base_commit}: "${found.path}" does not have that commit`,
      );
    }
    return await store(tree, (to) => checkOut(git, tree, to));
  };

  return {
    base,
    fix: async (task) => {
      const patch = await readPatch(repos, task.instance_id);
      if (patch !== null) {
        const before = await base(task);
        const tree = `${before.tree}-${hashOf(patch).slice(0, 24)}`;
        const checkout = await store(tree, async (to) => {
          await copyFiles(before.path, to);
          await applyPatch(to, patch);
          return before.missing;
        });
        return { checkout, diff: patch, commit: null };
      }
      const commit = /-([0-9a-f]{40})(?:-|$)/.exec(task.instance_id)?.[1];
      const found = await findRepository(repos, task);
      if (commit === undefined || found.kind === "files") return null;
      const git = await gitOf(found);
      const tree = await commitTree(git, commit);
      const from = await commitTree(git, checkedCommit(task));
      if (tree === null || from === null) return null;
      const checkout = await store(tree, (to) => checkOut(git, tree, to));
      const missing = [
        ...new Set([...checkout.missing, ...(await base(task)).missing]),
      ];
      const diff = await git.must(
        `compare "${task.repo}" before and after the fix`,
        [
          ...["diff-tree", "-r", "-p", "-U0", "--no-renames", "--no-color"],
          ...["--no-ext-diff", "--no-textconv", from, tree, "--", "."],
          ...missing.map((path) => `:(exclude,literal)${path}`),
        ],
      );
      return { checkout, diff, commit };
    },
  };
}

function checkedCommit({ base_commit, instance_id }: CheckoutTask): string {
  if (/^[0-9a-f]{7,64}$/.test(base_commit)) return base_commit;
  throw new RangeError(
    `Cannot check out "${instance_id}": base_commit "${base_commit}" is not a commit id`,
  );
}

function cacheFolder(): string {
  const home = Deno.env.get("HOME");
  const root = Deno.env.get("XDG_CACHE_HOME") ??
    (home === undefined ? undefined : join(home, ".cache"));
  if (root === undefined) {
    throw new RangeError(
      "Cannot keep checkouts: neither XDG_CACHE_HOME nor HOME is set, give a cache folder",
    );
  }
  return join(root, "taskflow", "checkouts");
}

/** Calls with the same key share one result; a failure is not kept. */
function once<T>() {
  const made = new Map<string, Promise<T>>();
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const there = made.get(key);
    if (there !== undefined) return there;
    const making = make();
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
}

/** Fill a folder under a key, in one step; a folder that is there is not looked into again. */
async function storeTree(
  cache: string,
  key: string,
  owner: number | null,
  fill: (folder: string) => Promise<readonly string[]>,
): Promise<Checkout> {
  const final = join(cache, key);
  const path = join(final, "tree");
  const note = join(final, "missing.json");
  try {
    const missing: string[] = JSON.parse(await Deno.readTextFile(note));
    return { path, tree: key, missing };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await Deno.mkdir(cache, { recursive: true, mode: 0o700 });
  const temporary = await Deno.makeTempDir({ dir: cache, prefix: ".making-" });
  try {
    const tree = join(temporary, "tree");
    await Deno.mkdir(tree);
    const missing = await fill(tree);
    await Deno.writeTextFile(
      join(temporary, "missing.json"),
      JSON.stringify(missing),
    );
    if (owner !== null) {
      await mustRun("hand the checkout over", "chown", [
        "-R",
        "-h",
        `${owner}:${owner}`,
        tree,
      ]);
    }
    await Deno.rename(temporary, final);
    return { path, tree: key, missing };
  } catch (error) {
    await Deno.remove(temporary, { recursive: true });
    const other = await Deno.lstat(note).catch(() => null);
    if (other === null) throw error;
    // Another process was faster: its checkout has the same contents.
    const missing: string[] = JSON.parse(await Deno.readTextFile(note));
    return { path, tree: key, missing };
  }
}

/** Write the files of a git tree to a folder; files without contents are left out and named. */
async function checkOut(
  git: Git,
  tree: string,
  folder: string,
): Promise<readonly string[]> {
  const index = join(folder, "..", "index");
  const env = { GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const action = `check out tree ${tree}`;
  const listed = (await git.must(action, ["ls-tree", "-r", "-z", tree]))
    .split("\0").flatMap((record) => {
      const [, kind, hash, path] = /^\d+ (\w+) (\w+)\t(.*)$/s.exec(record) ??
        [];
      return kind === "blob" && hash !== undefined && path !== undefined
        ? [{ hash, path }]
        : [];
    });
  const encoder = new TextEncoder();
  const ids = encoder.encode(listed.map(({ hash }) => `${hash}\n`).join(""));
  const there = (await git.must(action, ["cat-file", "--batch-check"], ids))
    .split("\n");
  const missing = listed.filter((_, at) => there[at]?.endsWith(" missing"))
    .map(({ path }) => path);
  await git.must(action, ["read-tree", tree], undefined, env);
  if (missing.length > 0) {
    const paths = encoder.encode(missing.map((path) => `${path}\0`).join(""));
    await git.must(
      action,
      ["update-index", "--force-remove", "-z", "--stdin"],
      paths,
      env,
    );
  }
  await git.must(
    action,
    ["checkout-index", "--all", "--force", "--quiet"],
    undefined,
    env,
  );
  await Deno.remove(index);
  return missing;
}

async function copyFiles(from: string, to: string): Promise<readonly string[]> {
  await mustRun(`copy "${from}"`, "cp", ["-a", `${from}/.`, to]);
  return [];
}

/** A hash of all files of a folder, names and contents. */
async function hashFolder(folder: string): Promise<string> {
  const action = `read "${folder}"`;
  const script = scriptPath("list.sh");
  const names = await mustRun(action, "sh", [script, "files", folder]);
  const sorted = names.split("\0").filter((name) => name !== "").sort();
  const stdin = new TextEncoder().encode(sorted.map((n) => `${n}\0`).join(""));
  return hashOf(
    await mustRun(action, "sh", [script, "hash", folder], { stdin }),
  ).slice(0, 40);
}

async function readPatch(
  repos: string,
  instance: string,
): Promise<string | null> {
  for (const ending of ["patch", "diff"]) {
    try {
      return await Deno.readTextFile(join(repos, `${instance}.${ending}`));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return null;
}

function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
