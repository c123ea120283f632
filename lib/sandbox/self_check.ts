/**
 * Whether the limits bind on this machine: they are tried out before anything untrusted runs.
 *
 * @module
 */

import { limitsOf } from "./limits.ts";
import type { Scratch } from "./types.ts";

const MIB = 2 ** 20;

/** Small limits, reached in no time. */
const SMALL = limitsOf({
  wallSeconds: 20,
  processes: 24,
  memoryBytes: 96 * MIB,
  diskBytes: 4 * MIB,
  files: 400,
});

/** Prints a line for each thing that is as it should be. Runs as untrusted code would. */
const SCRIPT = `
(head -c 9000000 /dev/zero >/tmp/big) 2>/dev/null || echo "ok disk"
rm -f /tmp/big
i=0; while [ $i -lt 900 ] && true >/tmp/f$i; do i=$((i+1)); done 2>/dev/null
[ $i -lt 900 ] && echo "ok files"
[ "$(grep -c : /proc/net/dev)" = 1 ] && echo "ok network"
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 12 ] && echo "ok pids"
[ "$(id -u)" = 1000 ] && grep -q "^CapEff:.0000000000000000" /proc/self/status && echo "ok rights"
{ true >/x || true >/usr/x || true >/dev/x; } 2>/dev/null || echo "ok root"
`;
const FORK =
  `i=0; while [ $i -lt 60 ]; do sleep 20 & i=$((i+1)); done; echo started`;
const MEMORY = `head -c 300000000 /dev/zero | tail -c 299999999 | wc -c`;

/**
 * Try the limits out in an empty scratch copy.
 *
 * @param open Makes a scratch copy with the given limits.
 * @returns What does not bind, one sentence each; empty if all does.
 */
export async function selfCheck(
  open: (limits: typeof SMALL) => Promise<Scratch>,
): Promise<string[]> {
  const scratch = await open(SMALL);
  try {
    const shell = (script: string) =>
      scratch.run({ command: ["sh", "-c", script] });
    const { stdout, stderr } = await shell(SCRIPT);
    const wrong = ["disk", "files", "network", "pids", "rights", "root"]
      .filter((name) => !stdout.includes(`ok ${name}\n`))
      .map((name) => `the limit "${name}" does not bind here`);
    const forked = await shell(FORK);
    if (forked.stdout.includes("started")) {
      wrong.push('the limit "processes" does not bind here');
    }
    const memory = await shell(MEMORY);
    if (/^\d{9}/.test(memory.stdout)) {
      wrong.push('the limit "memory" does not bind here');
    }
    if (wrong.length > 0 && stderr.trim() !== "") wrong.push(stderr.trim());
    return wrong;
  } finally {
    await scratch.close();
  }
}
