import { equal, notEqual } from "node:assert/strict";
import { seccompFilter } from "../../lib/sandbox/seccomp.ts";

const ALLOW = 0x7fff0000;
const EPERM = 0x50001;
const ENOSYS = 0x50026;
const KILL = 0x80000000;

/** Run the filter as the kernel does. */
function verdict(
  filter: Uint8Array,
  call: number,
  args: readonly number[] = [],
  architecture = 0xc000003e,
): number {
  const view = new DataView(filter.buffer);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const code = view.getUint16(8 * at, true);
    const yes = view.getUint8(8 * at + 2);
    const no = view.getUint8(8 * at + 3);
    const value = view.getUint32(8 * at + 4, true);
    if (code === 0x06) return value;
    if (code === 0x20) {
      accumulator = value === 0
        ? call
        : value === 4
        ? architecture
        : args[(value - 16) / 8] ?? 0;
      continue;
    }
    const holds = code === 0x15
      ? accumulator === value
      : code === 0x35
      ? accumulator >= value
      : (accumulator & value) !== 0;
    at += holds ? yes : no;
  }
  throw new Error("the filter ends without a verdict");
}

const x86 = seccompFilter("x86_64");

Deno.test("seccompFilter() lets ordinary calls through", () => {
  for (const call of [0, 1, 2, 9, 39, 57, 58, 59, 61, 257, 262]) {
    equal(verdict(x86, call), ALLOW, `call ${call}`);
  }
});

Deno.test("seccompFilter() refuses tracing, namespaces, mounts, kernel stores", () => {
  for (const call of [101, 310, 272, 308, 165, 319, 29, 240, 250, 321, 425]) {
    equal(verdict(x86, call), EPERM, `call ${call}`);
  }
  equal(verdict(x86, 435), ENOSYS, "clone3");
});

Deno.test("seccompFilter() knows socket families", () => {
  for (const call of [41, 53]) {
    for (const family of [1, 2, 10]) {
      equal(verdict(x86, call, [family]), ALLOW);
    }
    for (const family of [17, 38, 40, 44]) {
      equal(verdict(x86, call, [family]), EPERM);
    }
    equal(verdict(x86, call, [16, 3, 0]), ALLOW, "routing netlink");
    equal(verdict(x86, call, [16, 3, 9]), EPERM, "audit netlink");
  }
});

Deno.test("seccompFilter() refuses new namespaces by clone and terminal input", () => {
  equal(verdict(x86, 56, [0x01200011]), ALLOW, "fork");
  equal(verdict(x86, 56, [0x003d0f00]), ALLOW, "thread");
  for (
    const flag of [
      0x20000,
      0x2000000,
      0x4000000,
      0x8000000,
      0x10000000,
      0x20000000,
      0x40000000,
      0x80,
    ]
  ) equal(verdict(x86, 56, [flag]), EPERM, flag.toString(16));
  equal(verdict(x86, 16, [0, 0x5412]), EPERM, "TIOCSTI");
  equal(verdict(x86, 16, [0, 0x541c]), EPERM, "TIOCLINUX");
  equal(verdict(x86, 16, [0, 0x5401]), ALLOW, "TCGETS");
});

Deno.test("seccompFilter() trusts no other architecture's numbers", () => {
  equal(verdict(x86, 0, [], 0x40000003), KILL);
  equal(verdict(x86, 0x40000000 + 101), ENOSYS, "x32");
  const arm = seccompFilter("aarch64");
  equal(verdict(arm, 117, [], 0xc00000b7), EPERM, "ptrace");
  equal(verdict(arm, 63, [], 0xc00000b7), ALLOW, "read");
  notEqual(verdict(arm, 63), ALLOW);
});
