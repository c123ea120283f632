/**
 * Bounds of Arrow IPC files and streams from anywhere, checked before apache-arrow reads them: it
 * believes the lengths it finds, and a damaged one makes it read on until memory ends.
 *
 * Only what has a length is checked here: vectors of FlatBuffers, blocks of the footer, messages. What
 * columns hold is checked by `check_data.ts`.
 *
 * @module
 */

/** Most rows of a batch: 32-bit offsets reach no further. */
const MOST_ROWS = 2n ** 31n;

/** FlatBuffer tables looked at before giving up: a damaged file may name one part many times. */
const MOST_TABLES = 1_000_000;

/** Numbers of members in the FlatBuffer tables of the Arrow format. */
const MESSAGE = { kind: 1, header: 2, bodyLength: 3, metadata: 4 };
const SCHEMA = { fields: 1, metadata: 2, features: 3 };
const FIELD = { kind: 2, type: 3, children: 5, metadata: 6 };
const BATCH = { length: 0, nodes: 1, buffers: 2, variadic: 4 };
const DICTIONARY = { batch: 1 };
const FOOTER = { schema: 1, dictionaries: 2, batches: 3, metadata: 4 };
const UNION = { kind: 14, ids: 1 };
const HEADER = { schema: 1, dictionary: 2, batch: 3 };

/** Bytes of the structs that vectors hold. */
const NODE = 16;
const BLOCK = 24;

/**
 * Throw an Error if a length in the file or stream reaches beyond it.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { checkIpc } from "./check_ipc.ts";
 *
 * throws(() => checkIpc(Uint8Array.of(255, 255, 255, 255, 99, 0, 0, 0), false), RangeError);
 * ```
 */
export function checkIpc(bytes: Uint8Array, isFile: boolean): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isFile) checkFile(view);
  else checkStream(view);
}

function checkFile(view: DataView): void {
  const end = view.byteLength - 10;
  const length = view.getInt32(end, true);
  const buffer = part(view, end - length, length);
  const table = tables(buffer);
  const footer = table(buffer.getUint32(0, true));
  const schema = footer.child(FOOTER.schema);
  if (schema !== null) checkSchema(table(schema));
  footer.vector(FOOTER.metadata, 4);
  for (const member of [FOOTER.dictionaries, FOOTER.batches]) {
    const [at, count] = footer.vector(member, BLOCK);
    for (let i = 0; i < count; i++) {
      const block = at + i * BLOCK;
      const offset = Number(buffer.getBigInt64(block, true));
      const size = buffer.getInt32(block + 8, true);
      const body = Number(buffer.getBigInt64(block + 16, true));
      part(view, offset, size + body);
      const [from, metadata] = metadataAt(view, offset);
      checkMessage(part(view, from, metadata), body);
    }
  }
}

function checkStream(view: DataView): void {
  for (let at = 0; at < view.byteLength;) {
    const [from, length] = metadataAt(view, at);
    if (length === 0) return;
    const body = checkMessage(part(view, from, length), null);
    part(view, from + length, body);
    at = from + length + body;
  }
}

/** Where the metadata of a message begins, and its length. */
function metadataAt(view: DataView, at: number): [number, number] {
  const length = view.getInt32(at, true);
  return length === -1
    ? [at + 8, view.getInt32(at + 4, true)]
    : [at + 4, length];
}

function part(view: DataView, from: number, length: number): DataView {
  const inside = Number.isSafeInteger(from) && Number.isSafeInteger(length) &&
    from >= 0 && length >= 0 && from + length <= view.byteLength;
  if (!inside) throw new RangeError(`${length} bytes at ${from} are not there`);
  return new DataView(view.buffer, view.byteOffset + from, length);
}

/** Check a message; returns the length of its body, which must be `body` unless that is `null`. */
function checkMessage(buffer: DataView, body: number | null): number {
  const table = tables(buffer);
  const message = table(buffer.getUint32(0, true));
  message.vector(MESSAGE.metadata, 4);
  const length = Number(message.long(MESSAGE.bodyLength));
  if (body !== null && length > body) {
    throw new RangeError(`a body of ${length} bytes in a block of ${body}`);
  }
  const header = message.child(MESSAGE.header);
  if (header === null) throw new RangeError("a message without header");
  switch (message.byte(MESSAGE.kind)) {
    case HEADER.schema:
      checkSchema(table(header));
      break;
    case HEADER.batch:
      checkBatch(table(header));
      break;
    case HEADER.dictionary: {
      const batch = table(header).child(DICTIONARY.batch);
      if (batch !== null) checkBatch(table(batch));
    }
  }
  return length;
}

function checkSchema(schema: FlatTable): void {
  schema.vector(SCHEMA.metadata, 4);
  schema.vector(SCHEMA.features, 8);
  for (const field of schema.children(SCHEMA.fields)) checkField(field);
}

function checkField(field: FlatTable): void {
  field.vector(FIELD.metadata, 4);
  const type = field.child(FIELD.type);
  if (type !== null && field.byte(FIELD.kind) === UNION.kind) {
    field.at(type).vector(UNION.ids, 4);
  }
  for (const child of field.children(FIELD.children)) checkField(child);
}

function checkBatch(batch: FlatTable): void {
  const rows = batch.long(BATCH.length);
  if (rows < 0n || rows >= MOST_ROWS) {
    throw new RangeError(`a batch of ${rows} rows`);
  }
  batch.vector(BATCH.nodes, NODE);
  batch.vector(BATCH.buffers, NODE);
  batch.vector(BATCH.variadic, 8);
}

/** A table of a FlatBuffer, read member by member. */
interface FlatTable {
  readonly byte: (member: number) => number;
  readonly long: (member: number) => bigint;
  /** Position of a table that is a member, or `null`. */
  readonly child: (member: number) => number | null;
  /** Position of the first item and number of items of a vector that is a member. */
  readonly vector: (member: number, size: number) => [number, number];
  /** The tables of a vector. */
  readonly children: (member: number) => FlatTable[];
  /** The table at a position. */
  readonly at: (position: number) => FlatTable;
}

function tables(view: DataView): (position: number) => FlatTable {
  let seen = 0;
  const table = (position: number): FlatTable => {
    if (++seen > MOST_TABLES) throw new RangeError("too many parts");
    const layout = position - view.getInt32(position, true);
    const size = view.getUint16(layout, true);
    const find = (member: number): number | null => {
      const slot = 4 + 2 * member;
      const offset = slot < size ? view.getUint16(layout + slot, true) : 0;
      return offset === 0 ? null : position + offset;
    };
    const child = (member: number): number | null => {
      const found = find(member);
      return found === null ? null : found + view.getUint32(found, true);
    };
    const vector = (member: number, width: number): [number, number] => {
      const found = child(member);
      if (found === null) return [0, 0];
      const count = view.getUint32(found, true);
      part(view, found + 4, count * width);
      return [found + 4, count];
    };
    return {
      byte: (member) => {
        const found = find(member);
        return found === null ? 0 : view.getUint8(found);
      },
      long: (member) => {
        const found = find(member);
        return found === null ? 0n : view.getBigInt64(found, true);
      },
      child,
      vector,
      children: (member) => {
        const [at, count] = vector(member, 4);
        return Array.from({ length: count }, (_, i) => {
          const slot = at + 4 * i;
          return table(slot + view.getUint32(slot, true));
        });
      },
      at: table,
    };
  };
  return table;
}
