/** A server that speaks as much of the OpenAI API as the script of a test wants. */

import * as z from "zod";

const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.looseObject({ type: z.string() }).optional(),
});

/** One request as the server saw it. */
export interface Call {
  readonly body: z.infer<typeof bodySchema>;
  /** Content of the last user message. */
  readonly text: string;
  /** How often this text was asked before. */
  readonly seen: number;
  readonly headers: Headers;
  readonly path: string;
  /** When it came, in milliseconds. */
  readonly at: number;
  /** Resolves when the server is to end: what a handler that never answers waits for. */
  readonly end: Promise<void>;
}

/** What the server says to a request. */
export type Play = (call: Call) => Response | Promise<Response>;

export interface ScriptedServer extends AsyncDisposable {
  readonly env: { OPENAI_BASE_URL: string; OPENAI_API_KEY: string };
  readonly calls: readonly Call[];
  /** Most requests under way at once. */
  readonly most: () => number;
}

/** The key of every test. */
export const KEY = "sk-test-4f9a77c1e0b2483e";

/** Start a server on the loopback interface. */
export function scriptedServer(play: Play): ScriptedServer {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const calls: Call[] = [];
  const seen = new Map<string, number>();
  let running = 0;
  let most = 0;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body = bodySchema.parse(await request.json());
      const text = body.messages.findLast(({ role }) => role === "user")
        ?.content ?? "";
      const call: Call = {
        body,
        text,
        seen: seen.get(text) ?? 0,
        headers: request.headers,
        path: new URL(request.url).pathname,
        at: performance.now(),
        end,
      };
      calls.push(call);
      seen.set(text, call.seen + 1);
      most = Math.max(most, ++running);
      try {
        return await play(call);
      } finally {
        running--;
      }
    },
  );
  return {
    calls,
    most: () => most,
    env: {
      OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1`,
      OPENAI_API_KEY: KEY,
    },
    async [Symbol.asyncDispose]() {
      resolve();
      await server.shutdown();
    },
  };
}

interface AnswerOptions {
  readonly finish?: string;
  readonly refusal?: string;
  readonly usage?: Record<string, unknown> | null;
}

/** A chat completion with this content; objects become JSON. */
export function answer(
  content: unknown,
  options: AnswerOptions = {},
): Response {
  const { finish = "stop", refusal = null } = options;
  const usage = options.usage === undefined
    ? { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 }
    : options.usage;
  const text = typeof content === "string" || content === null
    ? content
    : JSON.stringify(content);
  const message = { role: "assistant", content: text, refusal };
  return Response.json({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(usage === null ? {} : { usage }),
  });
}

/** An error in OpenAI's shape. */
export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Response {
  return Response.json({ error: { message, ...more } }, { status, headers });
}

/** A response that never comes. */
export async function never({ end }: Call): Promise<Response> {
  await end;
  return new Response("too late", { status: 503 });
}

/** Half a body, after which nothing more comes. */
export function halfBody({ end }: Call): Response {
  const half = new TextEncoder().encode('{"choices":[{"mess');
  return new Response(
    new ReadableStream({
      async start(controller) {
        controller.enqueue(half);
        await end;
        controller.close();
      },
    }),
    { headers: { "content-type": "application/json" } },
  );
}

/** Half a body, as if that were all. */
export function cutBody(): Response {
  return new Response('{"choices":[{"mess', {
    headers: { "content-type": "application/json" },
  });
}

/**
 * Start a server that accepts connections, reads a little, says `words` and hangs up.
 *
 * @param words What it says before it hangs up; may be empty.
 */
export function hangingUp(
  words: string,
): AsyncDisposable & { env: { OPENAI_BASE_URL: string } } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(1));
      await connection.write(new TextEncoder().encode(words));
      connection.close();
    }
  })();
  return {
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${listener.addr.port}/v1` },
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}
