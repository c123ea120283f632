/**
 * The contract that every export format fulfils.
 *
 * An adapter says by content whether it knows a file, and reads one file into zero or more sessions.
 * It never opens anything itself: it gets a {@linkcode SourceFile}, which is hashed on the way, and
 * says through a {@linkcode ReadContext} what it leaves out. What it yields counts as kept, so that
 * `kept + left out = records` cannot fail.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import type { ByteSource } from "@taskflow/table";
import type { Reason } from "./report.ts";
import type { Rules } from "./rules.ts";

/** The beginning of a file, from which adapters tell their format. */
export interface Head {
  /** The first bytes, at most {@linkcode HEAD_BYTES}. */
  readonly bytes: Uint8Array;
  /**
   * The same as text: UTF-8 with replacement, without byte-order mark; a cut character is left away.
   * It is decoded when it is first asked for: where a few bytes tell enough, look at those.
   */
  readonly text: string;
  /** Whether this is the whole file. */
  readonly complete: boolean;
  /** The bytes of the file from any place; left out where there is only a stream. */
  readonly whole?: ByteSource;
}

/** Bytes of a file that detection may look at. */
export const HEAD_BYTES = 16 * 1024;

/** A file to read. Its content can be taken once, in one of the three ways. */
export interface SourceFile {
  /** Path relative to the folder given, with `/`. */
  readonly file: string;
  /** Size on disk in bytes when it was opened. */
  readonly size: number;
  /** Its beginning. */
  readonly head: Head;
  /**
   * The content in parts, for formats read line by line: memory then does not grow with
   * the file. A part is valid until the next one is asked for.
   */
  chunks(): AsyncIterable<Uint8Array>;
  /**
   * The whole content, for formats that are small or one value. It is valid until the file is closed.
   *
   * @throws {RangeError} If the file is too long to be held in memory as one text.
   */
  bytes(): Promise<Uint8Array>;
  /** The same as text: UTF-8 with replacement, without byte-order mark. */
  text(): Promise<string>;
}

/** What an adapter may use while it reads one file. */
export interface ReadContext {
  /** What counts as a user message. */
  readonly rules: Rules;
  /**
   * Count user records that become no message.
   *
   * @param reason Why, from the closed list.
   * @param line 1-based line, or `null` where the format has none.
   * @param session Session id, or `null` if not known.
   * @param count Number of records, by default 1.
   */
  leaveOut(
    reason: Reason,
    line: number | null,
    session: string | null,
    count?: number,
  ): void;
  /**
   * Note a problem that does not stop the reading.
   *
   * @param message What is wrong and what to do about it; without file and line.
   * @param line 1-based line, or `null`.
   * @param session Session id, or `null` if not known.
   */
  warn(message: string, line: number | null, session: string | null): void;
}

/**
 * Where the messages of a session stand, so that copies of a record can be told: resumed and forked
 * sessions repeat their history in new files.
 */
export interface Origins {
  /**
   * Ids of the records, parallel to the messages: copies have the same. UUIDs are compared over the
   * whole corpus, other ids among files that `links` join; `null` is never a copy.
   */
  readonly records: readonly (string | null)[];
  /** 1-based lines in the file, parallel to the messages. */
  readonly lines: readonly (number | null)[];
}

/** A session as an adapter delivers it. */
export interface AdapterSession extends Session {
  /** Where its messages stand; left out by formats that never repeat a record. */
  readonly origins?: Origins;
}

/** A reader of one export format. */
export interface Adapter {
  /** Name of the format in {@linkcode Session.source}, for example `specstory`. */
  readonly source: string;
  /** Name for people, for example `SpecStory Markdown`. */
  readonly title: string;
  /**
   * Tell by content whether a file is of this format. Never by name, and never a guess: a file that
   * no adapter knows is reported.
   */
  detect(head: Head): boolean;
  /**
   * Names of the conversation a file belongs to, as far as its head tells. Files with a name in
   * common are read one after another and count as one session, each message once. Left out by
   * formats in which a conversation is never spread over files.
   */
  links?(head: Head): readonly string[];
  /**
   * Read one file. Sessions come in file order, with `ordinal` 0, 1, ... (sessions without messages
   * count), `file` as in the source file, messages with `intent: null` and texts that do not hold on
   * to the file's text (see `detach`). A line or record that cannot be read is left out as
   * `unreadable`; the reading goes on.
   */
  read(
    file: SourceFile,
    context: ReadContext,
  ): Iterable<AdapterSession> | AsyncIterable<AdapterSession>;
}
