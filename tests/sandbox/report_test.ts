import { deepEqual, equal } from "node:assert/strict";
import { parseReport, signsOf } from "../../lib/sandbox/report.ts";

const NET =
  "net Ip: Forwarding OutNoRoutes\nnet Ip: 2 3\nnet Tcp: MaxConn AttemptFails\nnet Tcp: -1 2\n" +
  "net6 Ip6OutNoRoutes 4\nnet6 Ip6InReceives 9\n";

Deno.test("parseReport() adds up attempts to leave by network", () => {
  const { networkAttempts, code } = parseReport(`code 1\nstarted 7\n${NET}`);
  deepEqual([networkAttempts, code], [9, 1]);
  equal(parseReport("code 0\nstarted 7\n").networkAttempts, null);
});

Deno.test("parseReport() has no exit code for what was never started", () => {
  equal(parseReport("code 1\nstarted 0\n").code, null);
  equal(parseReport("").code, null);
});

Deno.test("parseReport() tells the limits that counters show", () => {
  const limits = (text: string) => [...parseReport(text).limits].sort();
  deepEqual(limits("pids.events max 0\nmemory.events oom_kill 0\n"), []);
  deepEqual(limits("memory.events oom_kill 1\npids.events max 2\n"), [
    "memory",
    "processes",
  ]);
  deepEqual(limits("hit cpu\n"), ["cpu"]);
  deepEqual(limits("hit memory\ndisk 0 12\n"), ["disk", "memory"]);
});

Deno.test("parseReport() passes on what went wrong with the sandbox itself", () => {
  equal(parseReport("problem cannot make /x\n").problem, "cannot make /x");
  equal(
    parseReport("code 0\nstarted 3\nleft /sys/x\n").problem,
    "processes are left in /sys/x",
  );
});

Deno.test("signsOf() reads what programs say at their limits", () => {
  deepEqual(signsOf("MemoryError\n"), ["memory"]);
  deepEqual(signsOf("sh: 0: Cannot fork\n"), ["processes"]);
  deepEqual(signsOf("[Errno 24] Too many open files"), ["openFiles"]);
  deepEqual(signsOf("KeyError: 'disk'"), []);
});
