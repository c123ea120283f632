/**
 * A system-call filter (seccomp, classic BPF) against ways out that namespaces leave open.
 *
 * Namespaces hide files, processes and networks. They do not hide the kernel's own stores (key rings,
 * memory files, shared memory: none of them on the sized disk), sockets to the machine's host (`AF_VSOCK` knows
 * no network namespace), tracing, or further namespaces. Those calls fail with "not permitted".
 *
 * @module
 */

/** An architecture whose call numbers are known. */
export type Architecture = "x86_64" | "aarch64";

/** Numbers of refused calls: x86_64, aarch64 (`null`: the call does not exist there). */
const REFUSED: Readonly<Record<string, readonly [number, number | null]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  mount_setattr: [442, 442],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  shmat: [30, 196],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  kexec_load: [246, 104],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  swapon: [167, 224],
  reboot: [169, 142],
  syslog: [103, 116],
  quotactl: [179, 60],
  acct: [163, 89],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  personality: [135, 92],
  vhangup: [153, 58],
  fanotify_init: [300, 262],
};

interface Numbers {
  readonly audit: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly clone: number;
  readonly clone3: number;
  readonly ioctl: number;
}

const NUMBERS: Readonly<Record<Architecture, Numbers>> = {
  x86_64: {
    audit: 0xc000003e,
    socket: 41,
    socketpair: 53,
    clone: 56,
    clone3: 435,
    ioctl: 16,
  },
  aarch64: {
    audit: 0xc00000b7,
    socket: 198,
    socketpair: 199,
    clone: 220,
    clone3: 435,
    ioctl: 29,
  },
};

/** Socket families that stay: AF_UNIX, AF_INET, AF_INET6. Each sees its own network namespace only. */
const FAMILIES = [1, 2, 10];
/** AF_NETLINK stays for NETLINK_ROUTE (protocol 0), which lists the namespace's own interfaces. */
const NETLINK = 16;
/** CLONE_NEW*: namespaces of time, mounts, cgroup, UTS, IPC, user, PID, network. */
const NEW_NAMESPACES = 0x7e02_0080;
/** TIOCSTI and TIOCLINUX put text into a terminal's input. */
const TERMINAL_INPUT = [0x5412, 0x541c];
const EPERM = 1;
const ENOSYS = 38;

const ALLOW = 0x7fff_0000;
const errno = (code: number) => 0x0005_0000 | code;
const KILL = 0x8000_0000;

/** Offsets in the kernel's `seccomp_data`: call, architecture, low word of an argument. */
const CALL = 0;
const ARCHITECTURE = 4;
const argument = (at: number) => 16 + 8 * at;

const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const BITS = 0x45;
const RETURN = 0x06;

type Step = readonly [code: number, yes: number, no: number, value: number];

/**
 * The filter, as bubblewrap's `--seccomp` reads it.
 *
 * @param architecture Of the machine.
 * @returns The program: 8 bytes an instruction, little-endian.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { seccompFilter } from "./seccomp.ts";
 *
 * equal(seccompFilter("x86_64").length % 8, 0);
 * ```
 */
export function seccompFilter(architecture: Architecture): Uint8Array {
  const numbers = NUMBERS[architecture];
  const column = architecture === "x86_64" ? 0 : 1;
  const steps: Step[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [EQUAL, 1, 0, numbers.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, CALL],
  ];
  // The 32-bit numbers of x86_64's x32 would get around every rule below.
  if (architecture === "x86_64") {
    steps.push([AT_LEAST, 0, 1, 0x4000_0000], [RETURN, 0, 0, errno(ENOSYS)]);
  }
  for (const numbersOf of Object.values(REFUSED)) {
    const number = numbersOf[column];
    if (number === null || number === undefined) continue;
    steps.push([EQUAL, 0, 1, number], [RETURN, 0, 0, errno(EPERM)]);
  }
  // clone3's flags lie behind a pointer: C libraries fall back to clone.
  steps.push([EQUAL, 0, 1, numbers.clone3], [RETURN, 0, 0, errno(ENOSYS)]);
  const when = (call: number, tests: readonly Step[], refusal: number) => {
    // A test that holds goes on, one that does not leaves for the call's reload.
    steps.push([EQUAL, 0, tests.length + 1, call], ...tests, refused(refusal));
  };
  const refused = (code: number): Step => [RETURN, 0, 0, errno(code)];
  const allowed: Step = [RETURN, 0, 0, ALLOW];
  for (const call of [numbers.socket, numbers.socketpair]) {
    when(call, [
      [LOAD, 0, 0, argument(0)],
      ...FAMILIES.flatMap((family): Step[] => [[EQUAL, 0, 1, family], allowed]),
      [EQUAL, 0, 3, NETLINK],
      [LOAD, 0, 0, argument(2)],
      [EQUAL, 0, 1, 0],
      allowed,
    ], EPERM);
  }
  when(numbers.clone, [
    [LOAD, 0, 0, argument(0)],
    [BITS, 1, 0, NEW_NAMESPACES],
    allowed,
  ], EPERM);
  when(numbers.ioctl, [
    [LOAD, 0, 0, argument(1)],
    ...TERMINAL_INPUT.flatMap((request): Step[] => [
      [EQUAL, 0, 1, request],
      [RETURN, 0, 0, errno(EPERM)],
    ]),
    allowed,
  ], EPERM);
  steps.push(allowed);
  const view = new DataView(new ArrayBuffer(8 * steps.length));
  steps.forEach(([code, yes, no, value], at) => {
    view.setUint16(8 * at, code, true);
    view.setUint8(8 * at + 2, yes);
    view.setUint8(8 * at + 3, no);
    view.setUint32(8 * at + 4, value, true);
  });
  return new Uint8Array(view.buffer);
}
