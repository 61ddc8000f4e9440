/* The page's address: what stands after its # is the state that is shown. */

// Written once things have been at rest for so long, in ms.
const WRITTEN_AFTER = 150;

export class Address {
  constructor(source) {
    this.source = source;
    this.writing = 0;
    addEventListener("hashchange", () => {
      if (this.held) source.do("link", this.held);
    });
  }

  /** What it says, or nothing. */
  get held() { return location.hash.length > 1 ? location.hash : ""; }

  rest(link) {
    clearTimeout(this.writing);
    if (!link) return;
    this.writing = setTimeout(() => history.replaceState(null, "", hashed(link)), WRITTEN_AFTER);
  }
}

/** What stands in an address of a link's text. */
export const hashed = (link) => (link.includes("#") ? link.slice(link.indexOf("#")) : `#${link}`);
