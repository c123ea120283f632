/**
 * Where requests go, from the environment alone.
 *
 * @module
 */

/** The two variables that name an endpoint. */
export interface EndpointVariables {
  /** Base URL, up to and with `/v1`; without it OpenAI's. */
  readonly OPENAI_BASE_URL?: string | undefined;
  /** Key; servers on the own machine need none. */
  readonly OPENAI_API_KEY?: string | undefined;
}

/** An endpoint. The key is in here: never show or store this object. */
export interface Endpoint {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** The key, or `null` where none is set. */
  readonly key: string | null;
}

/** OpenAI's own base URL, the default of every OpenAI client. */
const OPENAI = "https://api.openai.com/v1";

/**
 * Read the endpoint from `OPENAI_BASE_URL` and `OPENAI_API_KEY`.
 *
 * @param variables By default the environment of the process (needs `--allow-env` for these two).
 * @returns The endpoint.
 * @throws {TypeError} If the URL is none, or holds a password, a query or a fragment: errors and
 * the store name the URL, so nothing secret may stand in it.
 * @throws {RangeError} If OpenAI itself is meant and no key is set.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { endpointFromEnv } from "@taskflow/llm";
 *
 * const { url, key } = endpointFromEnv({
 *   OPENAI_BASE_URL: "http://127.0.0.1:8080/v1/",
 * });
 * equal(url, "http://127.0.0.1:8080/v1");
 * equal(key, null);
 * ```
 */
export function endpointFromEnv(
  variables: EndpointVariables = {
    OPENAI_BASE_URL: Deno.env.get("OPENAI_BASE_URL"),
    OPENAI_API_KEY: Deno.env.get("OPENAI_API_KEY"),
  },
): Endpoint {
  const base = variables.OPENAI_BASE_URL?.trim() || OPENAI;
  const key = variables.OPENAI_API_KEY?.trim() || null;
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `Cannot use OPENAI_BASE_URL: it is not a URL with http or https, ` +
        `for example http://127.0.0.1:8080/v1`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      `Cannot use OPENAI_BASE_URL: it holds a user, a password, a query or a fragment: ` +
        `put the key into OPENAI_API_KEY`,
    );
  }
  if (key === null && url.hostname === "api.openai.com") {
    throw new RangeError(
      `Cannot ask OpenAI without a key: set OPENAI_API_KEY, ` +
        `or OPENAI_BASE_URL for a server of your own`,
    );
  }
  return { url: url.href.replace(/\/+$/, ""), key };
}
