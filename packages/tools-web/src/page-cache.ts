import { CACHE_MS, MAX_CACHED_CHARS, MAX_CACHED_PAGES } from "./limits.ts";
import type { Page } from "./page.ts";

/** Pages a session has fetched not long ago, by the URL that was asked for. */
export interface PageCache {
  get(url: string): Page | undefined;
  set(url: string, page: Page): void;
}

/** Makes an empty cache; when it is full, the oldest pages go. @param now milliseconds, from any start. */
export function createPageCache(now: () => number = () => performance.now()): PageCache {
  const kept = new Map<string, { readonly page: Page; readonly until: number }>();
  let chars = 0;
  const drop = (url: string): void => {
    chars -= kept.get(url)?.page.text.length ?? 0;
    kept.delete(url);
  };
  return {
    get(url) {
      const found = kept.get(url);
      if (found === undefined || found.until > now()) return found?.page;
      drop(url);
      return undefined;
    },
    set(url, page) {
      drop(url);
      if (!page.mayKeep || page.text.length > MAX_CACHED_CHARS) return;
      kept.set(url, { page, until: now() + CACHE_MS });
      chars += page.text.length;
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_CACHED_PAGES && chars <= MAX_CACHED_CHARS) break;
        drop(oldest);
      }
    },
  };
}
