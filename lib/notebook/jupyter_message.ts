/**
 * Messages of the Jupyter protocol 5.3: framing and HMAC-SHA256 signature.
 *
 * @see https://jupyter-client.readthedocs.io/en/stable/messaging.html
 * @module
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";

const DELIMITER = new TextEncoder().encode("<IDS|MSG>");

const headerSchema = z.looseObject({
  msg_id: z.string(),
  msg_type: z.string(),
});

/** One message of the protocol, in either direction. */
export interface JupyterMessage {
  /** What it is (`msg_type`), and the id that answers refer to. */
  readonly header: { readonly msg_id: string; readonly msg_type: string };
  /** Id of the request that it answers, or `null`. */
  readonly parent: string | null;
  /** The body; its shape depends on the type. */
  readonly content: Readonly<Record<string, unknown>>;
}

function signature(key: string, parts: readonly Uint8Array[]): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

/**
 * Encode and sign a request.
 *
 * @param key Key of the connection file.
 * @param session Id of this client.
 * @param message Type, id and content.
 * @returns The frames to send on a DEALER socket.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { decodeMessage, encodeMessage } from "./jupyter_message.ts";
 *
 * const frames = encodeMessage("k", "s", {
 *   header: { msg_id: "1", msg_type: "kernel_info_request" },
 *   parent: null,
 *   content: {},
 * });
 * equal(decodeMessage("k", frames).header.msg_type, "kernel_info_request");
 * ```
 */
export function encodeMessage(
  key: string,
  session: string,
  message: JupyterMessage,
): Uint8Array[] {
  const header = {
    ...message.header,
    session,
    username: "taskflow",
    version: "5.3",
    date: new Date().toISOString(),
  };
  const parent = message.parent === null ? {} : { msg_id: message.parent };
  const parts = [header, parent, {}, message.content]
    .map((part) => new TextEncoder().encode(JSON.stringify(part)));
  const sign = new TextEncoder().encode(signature(key, parts));
  return [DELIMITER, sign, ...parts];
}

/**
 * Decode a message and check its signature.
 *
 * @param key Key of the connection file.
 * @param frames Frames as received, with any routing frames before the delimiter.
 * @returns The message.
 * @throws {TypeError} If there is no delimiter, the signature does not match, or a part has the
 * wrong shape.
 * @throws {SyntaxError} If a part is not JSON.
 *
 * @example A changed message is refused
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { decodeMessage } from "./jupyter_message.ts";
 *
 * throws(() => decodeMessage("k", [new Uint8Array([1])]), TypeError);
 * ```
 */
export function decodeMessage(
  key: string,
  frames: readonly Uint8Array[],
): JupyterMessage {
  const decode = (bytes: Uint8Array | undefined) =>
    new TextDecoder().decode(bytes);
  const at = frames.findIndex((frame) => decode(frame) === "<IDS|MSG>");
  const parts = frames.slice(at + 2, at + 6);
  if (at < 0 || parts.length < 4) {
    throw new TypeError(
      `Cannot read a kernel message: its ${frames.length} frames have no delimiter and four parts`,
    );
  }
  const expected = new TextEncoder().encode(signature(key, parts));
  const given = frames[at + 1] ?? new Uint8Array();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new TypeError("Cannot read a kernel message: its signature is wrong");
  }
  const [header, parent, , content] = parts.map((part): unknown =>
    JSON.parse(decode(part))
  );
  const parsed = headerSchema.safeParse(header);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read a kernel message: ${z.prettifyError(parsed.error)}`,
    );
  }
  const parentHeader = headerSchema.partial().safeParse(parent);
  return {
    header: parsed.data,
    parent: parentHeader.data?.msg_id ?? null,
    content: z.record(z.string(), z.unknown()).parse(content),
  };
}
