import { deepEqual, equal, throws } from "node:assert/strict";
import {
  decodeMessage,
  encodeMessage,
} from "../../lib/notebook/jupyter_message.ts";

const MESSAGE = {
  header: { msg_id: "7", msg_type: "execute_request" },
  parent: "6",
  content: { code: "é" },
};

Deno.test("encodeMessage() and decodeMessage() are inverse, with routing frames before", () => {
  const frames = encodeMessage("key", "session", MESSAGE);
  const { header, parent, content } = decodeMessage("key", [
    new Uint8Array([9]),
    ...frames,
  ]);
  equal(header.msg_id, "7");
  equal(parent, "6");
  deepEqual(content, { code: "é" });
});

Deno.test("encodeMessage() signs as the Jupyter protocol says", () => {
  const frames = encodeMessage("key", "session", MESSAGE);
  const text = (i: number) => new TextDecoder().decode(frames[i]);
  equal(text(0), "<IDS|MSG>");
  equal(text(1).length, 64);
  equal(JSON.parse(text(2)).version, "5.3");
  deepEqual(JSON.parse(text(3)), { msg_id: "6" });
});

Deno.test("decodeMessage() refuses another key, a changed part, a missing part", () => {
  const frames = encodeMessage("key", "session", MESSAGE);
  throws(() => decodeMessage("other", frames), /signature is wrong/);
  const changed = frames.with(5, new TextEncoder().encode('{"code":"x"}'));
  throws(() => decodeMessage("key", changed), /signature is wrong/);
  throws(
    () => decodeMessage("key", frames.slice(0, 4)),
    /no delimiter and four parts/,
  );
});
