/* What a browser keeps of a page, where it may. */

export const stored = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* a frame */ } },
};
