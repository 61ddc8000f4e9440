/* Local storage, if the browser allows it. */

export const storage = {
  /** @type {(name: string) => string | null} */
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  /** @type {(name: string, value: string) => void} */
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* not available in some frames */ } },
};
