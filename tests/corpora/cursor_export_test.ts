import { deepEqual, equal, ok } from "node:assert/strict";
import { cursorExport, pathId } from "@taskflow/corpora";
import { readsMutations } from "./mutations.ts";
import { headOf, readWith } from "./read_with.ts";

/** Synthetic: no export of Cursor itself is among the shared files. */
const EXPORT = `# Rounding in the cart
_Exported on 6/30/2025 at 10:49:52 EDT from Cursor (1.1.3)_

---

**User**

@cart.ts Why is the total off by a cent?

---

**Cursor**

It adds before it rounds.

---

Shall I change it?

**User** notes are kept.

---

**User**

Yes. The order is

---

first round, then add

---

**User**

and test it

---

**Cursor**

Done.
`;

Deno.test("cursorExport reads what stands under User, up to the next heading", async () => {
  ok(cursorExport.detect(headOf(EXPORT)));
  const { sessions, texts, leftOut } = await readWith(
    cursorExport,
    EXPORT,
    {},
    "cursor_rounding_in_the_cart.md",
  );
  deepEqual(texts, [[
    "@cart.ts Why is the total off by a cent?",
    "Yes. The order is\n\n---\n\nfirst round, then add",
    "and test it",
  ]]);
  deepEqual(leftOut, []);
  const [session] = sessions;
  equal(session?.id, pathId("cursor_rounding_in_the_cart.md"));
  deepEqual(session?.attributes, {
    agent: "cursor",
    surface: "ide",
    month: "2025-06",
  });
});

Deno.test("cursorExport takes headings that quote a chat for text, and counts them", async () => {
  const quoting = EXPORT.replace(
    "and test it",
    "as in\n\n**User**\n\nhello\n\n**Cursor**\n\nhi",
  );
  const { texts, leftOut } = await readWith(cursorExport, quoting);
  equal(texts[0]?.[2], "as in\n\n**User**\n\nhello\n\n**Cursor**\n\nhi");
  const line = quoting.split("\n").indexOf("as in") + 3;
  deepEqual(leftOut, [`replayed-history@${line}`]);
});

Deno.test("cursorExport gives the same messages with CRLF and a byte-order mark", async () => {
  const { texts } = await readWith(cursorExport, EXPORT);
  for (const other of [EXPORT.replaceAll("\n", "\r\n"), `\uFEFF${EXPORT}`]) {
    ok(cursorExport.detect(headOf(other)));
    deepEqual((await readWith(cursorExport, other)).texts, texts);
  }
});

Deno.test("cursorExport reads the dates of other countries", async () => {
  for (
    const [written, month] of [
      ["27.6.2025 at 14:17:35 GMT+2", "2025-06"],
      ["2025. 6. 27. at 14시 17분 35초 GMT+9", "2025-06"],
      ["19/10/2025 at 12:29:42 GMT+8", "2025-10"],
      ["2/3/2025 at 12:29:42 EDT", null],
    ]
  ) {
    const text = EXPORT.replace("6/30/2025 at 10:49:52 EDT", String(written));
    ok(cursorExport.detect(headOf(text)));
    const { sessions } = await readWith(cursorExport, text, {}, "cursor_x.md");
    equal(sessions[0]?.attributes.month, month, String(written));
  }
});

Deno.test("cursorExport takes no file that only looks alike", () => {
  for (
    const other of [
      "# Notes\n\n**User**\n\nhi\n",
      "# How to export\n\nIt writes `_Exported on 6/30/2025 at 1:00 from Cursor (1.1)_`.\n",
      "# Chat\n_Exported on 6/30/2025 from another editor_\n\n---\n\n**User**\n\nhi\n",
      "",
    ]
  ) equal(cursorExport.detect(headOf(other)), false, other);
});

Deno.test("cursorExport is done with a hundred thousand headings at once", async () => {
  const text = EXPORT + "\n**User**\n\nx\n".repeat(100_000);
  const { leftOut } = await readWith(cursorExport, text);
  equal(leftOut.length, 100_000);
});

Deno.test("readCorpus() reads damaged Cursor exports", async () => {
  await readsMutations([EXPORT], EXPORT, "cursor_x.md");
});
