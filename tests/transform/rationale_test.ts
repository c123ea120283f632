import { equal, notEqual } from "node:assert/strict";
import { rationaleIn } from "@taskflow/transform";

const asks = (question: string, golden_answer: string, cited = "") =>
  rationaleIn({ question, golden_answer, accepted_answers: [] }, cited);

const BEHAVIOUR: readonly (readonly [string, string])[] = [
  [
    "Why is my draft missing from the list?",
    "Drafts are filtered out before paging.",
  ],
  [
    "Why does `stop` raise for a negative delay?",
    "check_range raises, and stop passes it on.",
  ],
  [
    "Why is a label considered invalid?",
    "It is shorter than the least length.",
  ],
  [
    "Why is the lowest id chosen when two entries match?",
    "The list is sorted and the first is taken.",
  ],
  ["Why was my folder not picked up?", "The walker skips hidden folders."],
  ["What is the purpose of cleanName?", "It trims and lower-cases."],
  [
    "Why do they end up twice in the list?",
    "merge() does not remove duplicates.",
  ],
  [
    "Why does the team page answer 404?",
    "The route exists only while teams are on.",
  ],
  ["Which reason is stored when a run is cancelled?", "The string cancelled."],
  ["Why can't a contributor delete a draft?", "canDelete asks for the owner."],
  ["Where do the developers' notes come from?", "From notes.json."],
];

const DECISIONS: readonly (readonly [string, string])[] = [
  [
    "Why did the maintainers settle on 30 entries a page?",
    "Thirty fit on a screen.",
  ],
  ["What is the rationale for skipping hidden folders?", "They hold caches."],
  ["Why was a linked list chosen over an array?", "Inserting is cheap."],
  ["What made the team drop the second cache?", "It was rarely hit."],
  ["How come the authors never wrote a retry?", "Nobody asked for one."],
  ["What were the designers thinking when they split the module?", "Size."],
  ["Which trade-offs led to the present layout?", "Speed and memory."],
  [
    "Why is the name cut silently instead of refused?",
    "It was meant to be kind to newcomers.",
  ],
  ["Why did they add the lock at all?", "Two workers once met."],
  ["What is the reasoning behind one store per window?", "Isolation."],
  ["Why didn't the developers use a library?", "None fitted."],
];

Deno.test("rationaleIn() lets questions about behaviour pass", () => {
  for (const [question, answer] of BEHAVIOUR) {
    equal(asks(question, answer), null, question);
  }
});

Deno.test("rationaleIn() finds questions about decisions", () => {
  for (const [question, answer] of DECISIONS) {
    notEqual(asks(question, answer), null, question);
  }
});

Deno.test("rationaleIn() lets a reason pass that the cited lines state", () => {
  const question = "Why was 30 chosen as the page size?";
  const answer = "Because 30 entries keep a page below one screen.";
  notEqual(asks(question, answer, "const size = 30;"), null);
  equal(
    asks(
      question,
      answer,
      "// 30, so that entries keep a page below one screen\nconst size = 30;",
    ),
    null,
  );
});
