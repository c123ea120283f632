/** A headless Chromium for tests. */

import puppeteer, { type Browser, type Page } from "puppeteer-core";

const CHROMIUM = Deno.env.get("TASKFLOW_CHROMIUM") ?? "/usr/bin/chromium";

/** Whether a browser is on this machine. */
export const hasBrowser: boolean = exists(CHROMIUM);

/** Whether a file is there. */
export function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Run a function with a page of a fresh browser. */
export async function withPage(
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const browser: Browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox"],
  });
  try {
    await run(await browser.newPage());
  } finally {
    await browser.close();
  }
}
