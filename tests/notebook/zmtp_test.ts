import { deepEqual, equal, rejects } from "node:assert/strict";
import { connectZmtp, encodeFrame } from "../../lib/notebook/zmtp.ts";

/** What a server says before its first message. */
function hello(version = 3, mechanism = "NULL", command = "READY"): Uint8Array {
  const greeting = new Uint8Array(64);
  greeting.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, version]);
  greeting.set(new TextEncoder().encode(mechanism), 12);
  const ready = encodeFrame(
    new TextEncoder().encode(
      `${String.fromCharCode(command.length)}${command}`,
    ),
    4,
  );
  return new Uint8Array([...greeting, ...ready]);
}

/** Run a function with a socket and the other end of its connection. */
async function withPeer(
  type: "DEALER" | "SUB",
  run: (
    socket: Awaited<ReturnType<typeof connectZmtp>>,
    peer: Deno.TcpConn,
  ) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const [socket, peer] = await Promise.all([
    connectZmtp(type, { hostname: "127.0.0.1", port }),
    listener.accept(),
  ]);
  try {
    await run(socket, peer);
  } finally {
    socket.close();
    peer.close();
    listener.close();
  }
}

async function writeAll(peer: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await peer.write(bytes.subarray(at));
  }
}

/** Read until the other side has sent this many bytes. */
async function readExactly(
  peer: Deno.TcpConn,
  count: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count;) {
    at += await peer.read(bytes.subarray(at)) ?? count;
  }
  return bytes;
}

Deno.test("connectZmtp() greets as ZMTP 3.0, names its type and subscribes to everything", async () => {
  await withPeer("SUB", async (_, peer) => {
    const ready = 2 + 6 + 1 + 11 + 4 + 3;
    const bytes = await readExactly(peer, 64 + ready + 3);
    deepEqual([...bytes.subarray(0, 12)], [
      0xff,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0x7f,
      3,
      0,
    ]);
    const text = new TextDecoder("latin1").decode(bytes.subarray(64));
    equal(text, "\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03SUB\x00\x01\x01");
  });
});

Deno.test("connectZmtp() takes messages apart wherever the stream is cut", async () => {
  const large = new Uint8Array(300).fill(7);
  const stream = new Uint8Array([
    ...hello(),
    ...encodeFrame(new Uint8Array([1]), 1),
    ...encodeFrame(large, 1),
    ...encodeFrame(new Uint8Array(0), 0),
    // A command between messages, such as a ping of ZMTP 3.1, means nothing here.
    ...encodeFrame(new TextEncoder().encode("\x04PING"), 4),
    ...encodeFrame(new Uint8Array([2]), 0),
  ]);
  for (const step of [1, 7, 64, 65, stream.length]) {
    await withPeer("DEALER", async (socket, peer) => {
      for (let at = 0; at < stream.length; at += step) {
        await writeAll(peer, stream.subarray(at, at + step));
      }
      deepEqual(await socket.receive(), [
        new Uint8Array([1]),
        large,
        new Uint8Array(0),
      ]);
      deepEqual(await socket.receive(), [new Uint8Array([2])]);
    });
  }
});

Deno.test("connectZmtp() carries a message of many megabytes", async () => {
  await withPeer("DEALER", async (socket, peer) => {
    const body = new Uint8Array(20_000_000);
    body[body.length - 1] = 9;
    const receiving = socket.receive();
    await writeAll(peer, hello());
    await writeAll(peer, encodeFrame(body, 0));
    const [frame] = await receiving ?? [];
    equal(frame?.length, body.length);
    equal(frame?.at(-1), 9);
  });
});

Deno.test("connectZmtp() sends messages whole and in order", async () => {
  await withPeer("DEALER", async (socket, peer) => {
    await readExactly(peer, 64 + 2 + 6 + 1 + 11 + 4 + 6);
    const sent = [0, 1, 2].map((n) =>
      socket.send([new Uint8Array([n]), new Uint8Array([n, n])])
    );
    await Promise.all(sent);
    deepEqual(
      [...await readExactly(peer, 21)],
      [0, 1, 2].flatMap((n) => [1, 1, n, 0, 2, n, n]),
    );
  });
});

Deno.test("connectZmtp() ends with null when the other side closes", async () => {
  await withPeer("DEALER", async (socket, peer) => {
    await writeAll(peer, hello());
    await peer.closeWrite();
    equal(await socket.receive(), null);
  });
});

Deno.test("connectZmtp() refuses another protocol, mechanism or answer", async () => {
  const cases: [Uint8Array, RegExp][] = [
    [hello(1), /does not greet as ZMTP 3 .* \(version 1/],
    [hello(3, "PLAIN"), /mechanism "PLAI/],
    [hello(3, "NULL", "ERROR"), /answers the handshake with "ERROR"/],
    [
      new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n".repeat(4)),
      /does not greet/,
    ],
    [new Uint8Array([...hello(), 2, 0xff, 0, 0, 0, 0, 0, 0, 0]), /too large/],
  ];
  for (const [bytes, message] of cases) {
    await withPeer("DEALER", async (socket, peer) => {
      await writeAll(peer, bytes);
      await rejects(socket.receive(), message);
    });
  }
});
