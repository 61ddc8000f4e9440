/* The page's address: what stands after its # is the state that is shown, and after that the
   code that came with it, as long as that is as it came. */

// Written once things have been at rest for so long, in ms.
const WRITTEN_AFTER = 150;

export class Address {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.writing = 0;
    this.shown = "";
    const follow = () => {
      const { held } = this, { scene = "" } = history.state ?? {};
      if (!held && scene) source.enter(scene);
      else if (held && held !== this.shown) source.follow(this.shown = held);
    };
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
  }

  /** What it says, or nothing. */
  get held() { return location.hash.length > 1 ? location.hash : ""; }

  /** Another state is shown: it is asked for its link once it has stayed. */
  rest() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.follows(this.writing), WRITTEN_AFTER);
  }

  /** Whether it says what is shown. */
  get rested() { return !this.writing; }

  /** @type {(writing: number) => Promise<void>} */
  async follows(writing) {
    const link = await this.source.link();
    if (writing !== this.writing) return;
    this.writing = 0;
    if (link) this.write(this.whole(hashed(link)));
  }

  /** @type {(state: string) => string} */
  whole(state) {
    const { brought } = this.source.player;
    return brought && state.startsWith(`#${brought.scene}/`) ? `${state}/${brought.part}` : state;
  }

  /** A scene has an address of its own, from which one comes back to this one. */
  /** @type {(address: string, scene: string) => void} */
  turn(address, scene) {
    clearTimeout(this.writing);
    this.writing = 0; // nor is the link that is being asked written there
    this.shown = "";
    history.pushState({ scene }, "", address);
  }

  /** @type {(text: string) => void} */
  write(text) {
    this.shown = text;
    if (text !== location.hash) history.replaceState(history.state, "", text);
  }
}

/** What stands in an address of a link's text. */
/** @type {(link: string) => string} */
export const hashed = (link) => (link.includes("#") ? link.slice(link.indexOf("#")) : `#${link}`);
