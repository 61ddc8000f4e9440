/* What a browser keeps of a page, where it may. */

export const storage = {
  /** @type {(name: string) => string | null} */
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  /** @type {(name: string, value: string) => void} */
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* a frame */ } },
};
