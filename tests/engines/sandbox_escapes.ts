/**
 * Ways out of a sandbox, each tried for real. Shared by the tests as root and as an ordinary user; the latter
 * run this file as a program of its own: `deno run -A sandbox_escapes.ts PYTHON TREE [no-cgroups] [copy]`.
 */

import { openSandbox, type Sandbox } from "@taskflow/sandbox";

/** What came of one attempt. */
export interface Attempt {
  readonly name: string;
  /** Whether it was contained and reported as expected. */
  readonly contained: boolean;
  readonly detail: string;
}

interface Escape {
  readonly name: string;
  /** Python, run at the tree's root. Prints `ESCAPED` only if it got out. */
  readonly script: string;
  /** Limit that has to be reported; "a|b" for either of two. */
  readonly limit?: string;
  /** Change of the tree that has to be reported. */
  readonly change?: string;
  /** Whether an attempt to reach something by network has to be counted. */
  readonly network?: boolean;
  readonly seconds?: number;
}

const HEAD = `
import os, sys, socket, subprocess, ctypes, signal, time
def tried(f, *a):
    try: return f(*a)
    except BaseException as e: print(type(e).__name__, e, flush=True); return None
`;

/** The escapes; \`secret\` and \`port\` stand for what is outside. */
export function escapesFor(
  { secret, home, port, socketPath, pid, abstract }: {
    secret: string;
    home: string;
    port: number;
    socketPath: string;
    pid: number;
    abstract: string;
  },
): Escape[] {
  const out = JSON.stringify(secret);
  return [
    {
      name: "reads the home directory",
      script: `
for path in (${out}, "/etc/shadow", "/proc/1/root" + ${out}):
    if tried(lambda: open(path).read()): print("ESCAPED", path)
for folder, _, files in os.walk(${JSON.stringify(home)}):
    for f in files:
        if not (folder + "/").startswith(sys.prefix + "/"): print("ESCAPED", folder, f)`,
    },
    {
      name: "reads the environment",
      script: `
if "TASKFLOW_TEST_SECRET" in os.environ: print("ESCAPED own")
for p in os.listdir("/proc"):
    if p.isdigit():
        e = tried(lambda: open("/proc/%s/environ" % p, "rb").read())
        if e and b"TASKFLOW_TEST_SECRET" in e: print("ESCAPED", p)`,
    },
    {
      name: "sees or kills another process",
      script: `
if os.path.exists("/proc/${pid}"): print("ESCAPED seen")
if tried(lambda: os.kill(${pid}, 0) or True) and ${pid} > 50: print("ESCAPED signal")`,
    },
    {
      name: "opens an IPv4 socket",
      network: true,
      script: `
for host, port in (("127.0.0.1", ${port}), ("1.1.1.1", 53), ("169.254.169.254", 80)):
    if tried(lambda: socket.create_connection((host, port), 2)): print("ESCAPED", host)
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
if tried(s.sendto, b"x", ("8.8.8.8", 53)): print("ESCAPED udp")`,
    },
    {
      name: "opens an IPv6 socket",
      network: true,
      script: `
for host in ("2606:4700:4700::1111", "fe80::1"):
    if tried(lambda: socket.create_connection((host, 80), 2)): print("ESCAPED", host)`,
    },
    {
      name: "resolves a name",
      network: true,
      script: `
if tried(socket.getaddrinfo, "example.org", 80): print("ESCAPED")`,
    },
    {
      name: "opens a unix socket of the machine",
      script: `
s = socket.socket(socket.AF_UNIX)
if tried(lambda: s.connect(${
        JSON.stringify(socketPath)
      }) or True): print("ESCAPED")`,
    },
    {
      name: "opens an abstract socket of the machine",
      script: `
s = socket.socket(socket.AF_UNIX)
if tried(lambda: s.connect("\\0" + ${
        JSON.stringify(abstract)
      }) or True): print("ESCAPED")`,
    },
    {
      name: "opens sockets that no network namespace holds",
      script: `
for family in (40, 17, 38, 29, 31, 44):
    if tried(socket.socket, family, socket.SOCK_STREAM): print("ESCAPED", family)`,
    },
    {
      name: "forks without end",
      limit: "processes",
      seconds: 10,
      script: `
n = 0
while True:
    try:
        if os.fork() == 0: time.sleep(60)
        n += 1
    except OSError as e:
        print(e, file=sys.stderr); break
    if n > 500: print("ESCAPED", n); break
print("forks:", n)`,
    },
    {
      name: "forks from every child",
      limit: "wall|cpu",
      seconds: 2,
      script: `
while True:
    try: os.fork()
    except OSError: pass`,
    },
    {
      name: "starts threads without end",
      limit: "processes",
      seconds: 10,
      script: `
import threading
n = 0
try:
    while n < 1000:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start(); n += 1
    print("ESCAPED")
except RuntimeError as e: print(e, file=sys.stderr)
os._exit(0)`,
    },
    {
      name: "fills the disk",
      limit: "disk",
      script: `
n = 0
for folder in ("/tmp", "/repo", "/dev/shm", os.path.expanduser("~")):
    try:
        with open(folder + "/big", "wb", 0) as f:
            while n < 2**30: n += f.write(b"x" * 2**20)
    except OSError as e: print(e, file=sys.stderr)
print("ESCAPED" if n > 2**26 else "", n)`,
      change: "big",
    },
    {
      name: "makes files without end",
      limit: "disk",
      script: `
n = 0
try:
    while n < 200000: open("/tmp/f%d" % n, "w").close(); n += 1
    print("ESCAPED")
except OSError as e: print(e, file=sys.stderr)`,
    },
    {
      name: "fills the memory",
      limit: "memory",
      script: `
kept = []
for i in range(40): kept.append(bytearray(os.urandom(1) * 2**26))
print("ESCAPED")`,
    },
    {
      name: "fills the memory from many processes",
      limit: "memory",
      seconds: 15,
      script: `
for i in range(20):
    if os.fork() == 0:
        b = bytearray(b"x" * (60 * 2**20)); time.sleep(3); os._exit(0)
alive = sum(os.wait()[1] == 0 for i in range(20))
print("ESCAPED" if alive > 4 else "", alive)`,
    },
    {
      name: "fills the memory with files that are on no disk",
      script: `
f = tried(os.memfd_create, "x")
if f is not None: print("ESCAPED memfd")
libc = ctypes.CDLL(None, use_errno=True)
if libc.shmget(1234, 2**20, 0o1600) >= 0: print("ESCAPED shm")`,
    },
    {
      name: "prints without end",
      limit: "output",
      script: `
while True: sys.stdout.write("x" * 65536)`,
    },
    {
      name: "computes without end",
      limit: "cpu",
      seconds: 20,
      script: `
while True: pass`,
    },
    {
      name: "sleeps without end",
      limit: "wall",
      seconds: 1,
      script: `
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: time.sleep(60)`,
    },
    {
      name: "opens files without end",
      limit: "openFiles",
      script: `
kept = []
try:
    while len(kept) < 100000: kept.append(open("/dev/null"))
    print("ESCAPED")
except OSError as e: print(e, file=sys.stderr)`,
    },
    {
      name: "follows a symbolic link out",
      change: "way",
      script: `
os.symlink(${out}, "way")
if tried(lambda: open("way").read()): print("ESCAPED read")
if tried(lambda: open("way", "a").write("x")): print("ESCAPED write")
if tried(lambda: open("out-link").read()): print("ESCAPED tree's own link")`,
    },
    {
      name: "changes .git",
      change: ".git/config",
      script: `
open(".git/config", "a").write("[core]\\n  fsmonitor = evil\\n")`,
    },
    {
      name: "changes a file and puts its time back",
      change: "src/a.py",
      script: `
s = os.stat("src/a.py"); t = open("src/a.py").read()
open("src/a.py", "w").write(t.replace("1", "2"))
os.utime("src/a.py", ns=(s.st_atime_ns, s.st_mtime_ns))`,
    },
    {
      name: "writes where git looks away",
      change: "src/__pycache__/a.cpython-311.pyc",
      script: `
os.makedirs("src/__pycache__"); open("src/__pycache__/a.cpython-311.pyc", "w").write("x")`,
    },
    {
      name: "leaves a daemon",
      script: `
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        time.sleep(47123); os._exit(0)
    os._exit(0)
os.wait()
subprocess.Popen(["sleep", "47123"], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)`,
    },
    {
      name: "kills its parent",
      seconds: 5,
      script: `
for pid in (os.getppid(), 1, -1):
    tried(os.kill, pid, signal.SIGKILL)
time.sleep(0.2)`,
    },
    {
      name: "traces a process",
      script: `
libc = ctypes.CDLL(None, use_errno=True)
child = os.fork()
if child == 0: time.sleep(5); os._exit(0)
if libc.ptrace(16, child, 0, 0) == 0: print("ESCAPED attach")
if libc.ptrace(16, os.getppid(), 0, 0) == 0: print("ESCAPED parent")
os.kill(child, 9)`,
    },
    {
      name: "makes namespaces and mounts",
      script: `
libc = ctypes.CDLL(None, use_errno=True)
for flag in (0x10000000, 0x00020000, 0x40000000):
    if libc.unshare(flag) == 0: print("ESCAPED unshare", hex(flag))
if libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None) == 0: print("ESCAPED mount")
if libc.chroot(b"/tmp") == 0: print("ESCAPED chroot")
if libc.umount2(b"/repo", 2) == 0: print("ESCAPED umount")
if libc.setuid(0) == 0: print("ESCAPED setuid")`,
    },
    {
      name: "writes to the system",
      script: `
for path in ("/usr/bin/evil", "/etc/passwd", "/evil", "/dev/evil", "/given/evil", "/proc/sys/kernel/hostname",
             "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", sys.prefix + "/evil"):
    if tried(lambda: open(path, "w").write("x")): print("ESCAPED", path)`,
    },
    {
      name: "types into the terminal",
      script: `
import fcntl
for fd in (0, 1, 2):
    if tried(lambda: fcntl.ioctl(fd, 0x5412, b"x") or True): print("ESCAPED", fd)
if tried(lambda: fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x") or True): print("ESCAPED tty")
m, s = os.openpty()
if tried(lambda: fcntl.ioctl(s, 0x5412, b"x") or True): print("ESCAPED own")`,
    },
    {
      name: "finds files that were left open",
      script: `
fds = [int(f) for f in os.listdir("/proc/self/fd")]
for fd in fds:
    if fd > 2 and tried(os.fstat, fd) and not os.readlink("/proc/self/fd/%d" % fd).startswith("/proc"): print("ESCAPED", fd, os.readlink("/proc/self/fd/%d" % fd))`,
    },
  ];
}

/** Try every escape and say what came of each. */
export async function tryEscapes(
  sandbox: Sandbox,
  tree: string,
  python: string,
  escapes: readonly Escape[],
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { name, script, limit, change, network, seconds } of escapes) {
    const result = await sandbox.run({
      tree,
      command: [python, "-I", "-B", "/given/escape.py"],
      given: { "escape.py": new TextEncoder().encode(HEAD + script) },
      limits: {
        wallSeconds: seconds ?? 10,
        cpuSeconds: 3,
        memoryBytes: 256 * 2 ** 20,
        diskBytes: 16 * 2 ** 20,
        files: 2000,
        processes: 40,
        outputBytes: 100_000,
        openFiles: 128,
      },
    });
    const { stdout, stderr, limits, changed, networkAttempts } = result;
    const wrong = [
      ...(stdout.includes("ESCAPED") ? ["it got out"] : []),
      ...(limit === undefined ||
          limits.some((one) => limit.split("|").includes(one))
        ? []
        : [`limit ${limit} not reported`]),
      ...(change === undefined || changed.some(({ path }) => path === change)
        ? []
        : [`change of ${change} not reported`]),
      ...(network !== true || (networkAttempts ?? 0) > 0
        ? []
        : ["no network attempt counted"]),
      // An attempt that broke for another reason shows nothing.
      ...(/SyntaxError|NameError|IndentationError/.test(stderr)
        ? ["the test's script is broken"]
        : []),
    ];
    attempts.push({
      name,
      contained: wrong.length === 0,
      detail: wrong.length === 0
        ? ""
        : `${wrong.join(", ")}: ${
          JSON.stringify({ ...result, stdout: stdout.slice(0, 1500) })
        }`,
    });
  }
  return attempts;
}

/** What is outside, for escapes to reach: started here, ended by `close`. */
export async function openOutside(): Promise<
  Parameters<typeof escapesFor>[0] & { close: () => Promise<void> }
> {
  const folder = await Deno.makeTempDir();
  const secret = `${folder}/secret.txt`;
  await Deno.writeTextFile(secret, "outside");
  const socketPath = `${folder}/socket`;
  const abstract = `taskflow-${crypto.randomUUID()}`;
  const tcp = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const unix = Deno.listen({ transport: "unix", path: socketPath });
  const sleeper = new Deno.Command("sleep", {
    args: ["600"],
    env: { TASKFLOW_TEST_SECRET: "outside" },
  }).spawn();
  return {
    secret,
    home: Deno.env.get("HOME") ?? "/root",
    port: (tcp.addr as Deno.NetAddr).port,
    socketPath,
    pid: sleeper.pid,
    abstract,
    close: async () => {
      tcp.close();
      unix.close();
      sleeper.kill("SIGKILL");
      await sleeper.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A small tree with what escapes go for. */
export async function makeTree(folder: string): Promise<void> {
  await Deno.mkdir(`${folder}/src`, { recursive: true });
  await Deno.mkdir(`${folder}/.git`);
  await Deno.writeTextFile(`${folder}/src/a.py`, "A = 1\n");
  await Deno.writeTextFile(`${folder}/.gitignore`, "__pycache__/\n");
  await Deno.writeTextFile(`${folder}/.git/config`, "[core]\n");
  await Deno.symlink("/etc/hostname", `${folder}/out-link`);
}

if (import.meta.main) {
  const [python = "python3", tree = "", ...options] = Deno.args;
  const sandbox = await openSandbox({
    python,
    cgroups: !options.includes("no-cgroups"),
    overlay: !options.includes("copy"),
  });
  const outside = await openOutside();
  Deno.env.set("TASKFLOW_TEST_SECRET", "outside");
  const attempts = await tryEscapes(
    sandbox,
    tree,
    sandbox.python?.executable ?? python,
    escapesFor(outside),
  );
  await outside.close();
  const { backend, mechanisms } = sandbox;
  await Deno.stdout.write(new TextEncoder().encode(
    JSON.stringify({ backend, mechanisms, attempts }),
  ));
}
