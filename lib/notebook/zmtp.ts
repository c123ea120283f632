/**
 * A small client for ZMTP 3.0, the wire protocol of ZeroMQ: NULL mechanism, the client side of
 * DEALER and SUB over TCP. It is all that talking to a Jupyter kernel on this machine needs, so the
 * workbench needs no native add-on.
 *
 * @see https://rfc.zeromq.org/spec/23/
 * @module
 */

/** A connected socket that sends and receives messages of several frames. */
export interface ZmtpSocket {
  /** Send one message; the frames go out together. */
  send(frames: readonly Uint8Array[]): Promise<void>;
  /** The next message, or `null` once the other side has closed the connection. */
  receive(): Promise<Uint8Array[] | null>;
  /** Close the connection; a waiting `receive()` gets `null`. */
  close(): void;
}

/** Flags of a frame (ZMTP 3.0, "Framing"). */
const MORE = 1;
const LONG = 2;
const COMMAND = 4;

/** The largest frame taken, in bytes: far above any output, far below what exhausts memory. */
const MAX_FRAME = 1 << 30;

const GREETING_LENGTH = 64;
const encoder = new TextEncoder();

function greeting(): Uint8Array {
  const bytes = new Uint8Array(GREETING_LENGTH);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3; // version 3.0
  bytes.set(encoder.encode("NULL"), 12);
  return bytes;
}

/**
 * Encode one frame.
 *
 * @param body Contents of the frame.
 * @param flags 0 for the last frame of a message, 1 if more follow, 4 for a command.
 * @returns The bytes on the wire: flags, size in 1 or 8 bytes, body.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { encodeFrame } from "./zmtp.ts";
 *
 * deepEqual([...encodeFrame(new Uint8Array([7]), 1)], [1, 1, 7]);
 * ```
 */
export function encodeFrame(body: Uint8Array, flags: number): Uint8Array {
  const long = body.length > 255;
  const head = long ? 9 : 2;
  const bytes = new Uint8Array(head + body.length);
  bytes[0] = flags | (long ? LONG : 0);
  if (long) new DataView(bytes.buffer).setBigUint64(1, BigInt(body.length));
  else bytes[1] = body.length;
  bytes.set(body, head);
  return bytes;
}

function readyCommand(socketType: string): Uint8Array {
  const name = encoder.encode("Socket-Type");
  const value = encoder.encode(socketType);
  const body = new Uint8Array(6 + 1 + name.length + 4 + value.length);
  body.set(encoder.encode("\x05READY"));
  body[6] = name.length;
  body.set(name, 7);
  new DataView(body.buffer).setUint32(7 + name.length, value.length);
  body.set(value, 11 + name.length);
  return encodeFrame(body, COMMAND);
}

/** Bytes that have arrived, taken from the front in exact amounts. */
function byteQueue() {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    push(chunk: Uint8Array): void {
      chunks.push(chunk);
      length += chunk.length;
    },
    get length(): number {
      return length;
    },
    /** The first `count` bytes without taking them; all of them must be there. */
    peek(count: number): Uint8Array {
      const [first] = chunks;
      if (chunks.length > 1 && (first?.length ?? 0) < count) {
        const joined = new Uint8Array(length);
        let at = 0;
        for (const chunk of chunks) {
          joined.set(chunk, at);
          at += chunk.length;
        }
        chunks = [joined];
      }
      return (chunks[0] ?? new Uint8Array()).subarray(0, count);
    },
    take(count: number): Uint8Array {
      const bytes = this.peek(count);
      const first = chunks[0];
      if (first !== undefined) {
        if (first.length === count) chunks.shift();
        else chunks[0] = first.subarray(count);
      }
      length -= count;
      return bytes;
    },
  };
}

type ByteQueue = ReturnType<typeof byteQueue>;

/** Take one frame off the queue, or `null` if it has not arrived whole. */
function takeFrame(
  queue: ByteQueue,
): { flags: number; body: Uint8Array } | null {
  if (queue.length < 2) return null;
  const flags = queue.peek(1)[0] ?? 0;
  const head = flags & LONG ? 9 : 2;
  if (queue.length < head) return null;
  const bytes = queue.peek(head);
  const size = flags & LONG
    ? Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(1))
    : bytes[1] ?? 0;
  if (size > MAX_FRAME) {
    throw new RangeError(
      `Cannot read from the kernel: a frame of ${size} bytes is too large`,
    );
  }
  if (queue.length < head + size) return null;
  queue.take(head);
  return { flags, body: queue.take(size) };
}

/** Decode what has arrived into whole messages; commands are dropped once the handshake is over. */
function messageReader() {
  const queue = byteQueue();
  let greeted = false;
  let ready = false;
  let frames: Uint8Array[] = [];
  return (chunk: Uint8Array): Uint8Array[][] => {
    queue.push(chunk);
    if (!greeted) {
      if (queue.length < GREETING_LENGTH) return [];
      checkGreeting(queue.take(GREETING_LENGTH));
      greeted = true;
    }
    const messages: Uint8Array[][] = [];
    for (let frame = takeFrame(queue); frame; frame = takeFrame(queue)) {
      if (frame.flags & COMMAND) {
        if (!ready) checkReady(frame.body);
        ready = true;
        continue;
      }
      frames.push(frame.body);
      if (frame.flags & MORE) continue;
      messages.push(frames);
      frames = [];
    }
    return messages;
  };
}

function checkGreeting(bytes: Uint8Array): void {
  const mechanism = new TextDecoder().decode(bytes.subarray(12, 16));
  if (bytes[0] !== 0xff || (bytes[10] ?? 0) < 3 || mechanism !== "NULL") {
    throw new TypeError(
      `Cannot talk to the kernel: it does not greet as ZMTP 3 with mechanism NULL (version ${
        bytes[10]
      }, mechanism "${mechanism}")`,
    );
  }
}

function checkReady(body: Uint8Array): void {
  const name = new TextDecoder().decode(body.subarray(1, 1 + (body[0] ?? 0)));
  if (name !== "READY") {
    throw new TypeError(
      `Cannot talk to the kernel: it answers the handshake with "${name}"`,
    );
  }
}

/**
 * Connect to a ZeroMQ socket on this machine.
 *
 * A reader runs from the start and keeps all that arrives in memory: a publisher drops messages for
 * a subscriber that reads too slowly.
 *
 * @param type `"DEALER"` for a request channel, `"SUB"` for a publisher's channel (all topics).
 * @param address Host and TCP port.
 * @returns The socket; the handshake is sent, and an error in the answer comes out of `receive()`.
 * @throws {Deno.errors.ConnectionRefused} If nobody listens there.
 *
 * @example Two frames over a socket that answers in kind
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { connectZmtp, encodeFrame } from "./zmtp.ts";
 *
 * const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
 * const socket = await connectZmtp("DEALER", { hostname: "127.0.0.1", port: listener.addr.port });
 * const peer = await listener.accept();
 * const greeting = new Uint8Array(64);
 * greeting.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0, 78, 85, 76, 76]);
 * await peer.write(greeting);
 * await peer.write(encodeFrame(new TextEncoder().encode("\x05READY"), 4));
 * await peer.write(encodeFrame(new Uint8Array([1]), 1));
 * await peer.write(encodeFrame(new Uint8Array([2]), 0));
 * equal((await socket.receive())?.length, 2);
 * socket.close();
 * peer.close();
 * listener.close();
 * ```
 */
export async function connectZmtp(
  type: "DEALER" | "SUB",
  address: { hostname: string; port: number },
): Promise<ZmtpSocket> {
  const connection = await Deno.connect(address);
  connection.setNoDelay(true);
  const arrived: Uint8Array[][] = [];
  let failure: unknown = null;
  let ended = false;
  let wake: () => void = () => {};

  async function readAll(): Promise<void> {
    const read = messageReader();
    const buffer = new Uint8Array(1 << 18);
    try {
      for (;;) {
        const count = await connection.read(buffer);
        if (count === null) break;
        arrived.push(...read(buffer.slice(0, count)));
        wake();
      }
    } catch (error) {
      // Closing the connection ends a pending read with one of these two.
      const closed = error instanceof Deno.errors.BadResource ||
        error instanceof Deno.errors.Interrupted;
      if (!closed) failure = error;
    }
    ended = true;
    wake();
  }
  readAll();

  async function write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at += await connection.write(bytes.subarray(at));
    }
  }
  // Writes queue up behind each other: two messages must not mix on the wire.
  let lastWrite: Promise<void> = write(greeting())
    .then(() => write(readyCommand(type)));
  if (type === "SUB") {
    lastWrite = lastWrite.then(() =>
      write(encodeFrame(new Uint8Array([1]), 0))
    );
  }

  return {
    send(frames) {
      const bytes = frames.map((frame, i) =>
        encodeFrame(frame, i < frames.length - 1 ? MORE : 0)
      );
      lastWrite = lastWrite.then(async () => {
        for (const frame of bytes) await write(frame);
      });
      return lastWrite;
    },
    async receive() {
      for (;;) {
        const message = arrived.shift();
        if (message !== undefined) return message;
        if (failure !== null) throw failure;
        if (ended) return null;
        await new Promise<void>((resolve) => wake = resolve);
      }
    },
    close() {
      if (!ended) connection.close();
      ended = true;
    },
  };
}
