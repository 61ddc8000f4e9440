/* What stands beside the figures: some cards always, and pages of which one is open. */

import { ArticleCard } from "./article_card.js";
import { CodeCard } from "./code_card.js";
import { PairCard } from "./comparison_card.js";
import { DerivationCard } from "./derivation_card.js";
import { make, whole } from "./elements.js";
import { MapCard } from "./map_card.js";
import { message, messageAbout } from "./message.js";
import { NumbersCard } from "./numbers_card.js";
import { QuestionCard, TaskCard } from "./question_card.js";
import { VerdictCard } from "./verdict_card.js";

// Beside a tab that is brought into sight so much is seen of the next, in px.
const BESIDE_TAB = 40;
// A page that is brought up begins so far below the tabs, in px.
const BELOW_TABS = 10;

/** The tabs in a row, which is scrolled where it is too narrow for them. */
/** @type {(buttons: HTMLElement[]) => HTMLElement} */
function tabsOf(buttons) {
  const row = make("div", { class: "tabs", role: "group", "aria-label": message("Pages") }, ...buttons);
  const hint = () => {
    const { scrollLeft, clientWidth, scrollWidth } = row;
    row.classList.toggle("before", scrollLeft > 2);
    row.classList.toggle("after", scrollLeft + clientWidth < scrollWidth - 2);
  };
  row.addEventListener("scroll", hint);
  new ResizeObserver(hint).observe(row);
  return row;
}

export class Cards {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {JudgeCard | null} */
    this.own = null;
    this.leftOwn = true;
    /** @type {{ name: string; button: HTMLElement; card: PageCard }[]} */
    this.pages = [];
    /** @type {HTMLElement[]} */
    this.more = []; // what a scene by itself has beside its numbers
    /** @type {{ name: string; title: string }[]} */
    this.coming = []; // pages that need Python, until it is there
    // These stay from state to state: what is typed and has the focus in them too.
    /** @type {QuizCard | null} */
    this.quiz = null;
    /** @type {LensCard | null} */
    this.lens = null;
    this.element = make("div", { class: "told" });
  }

  build() {
    const { player } = this, { stop, source } = player;
    this.task = stop.task ? new TaskCard(player) : null;
    this.question = stop.question ? new QuestionCard(player) : null;
    this.verdict = player.lesson.site ? new PairCard(player) : new VerdictCard(player);
    this.article = stop.article ? new ArticleCard(player) : null;
    this.numbers = new NumbersCard(player);
    this.pages = [];
    /** @type {(name: string, title: string, card: PageCard) => void} */
    const page = (name, title, card) => {
      const turn = async () => {
        player.turnTo(name);
        this.bring();
        const { side } = player, { scrollTop } = side;
        await source.idle();
        // What it tells has come now, and with it the room to be brought up.
        if (player.tab === name && side.scrollTop === scrollTop) this.bring();
      };
      const button = make("button", { onclick: turn }, title);
      this.pages.push({ name, button, card });
    };
    const alone = player.lesson.site?.kind === "scene";
    page("explore", alone ? message("Explore") : messageAbout("a page", "Numbers"), this.numbers);
    if (source.has("derivation")) {
      page("derivation", message("Derivation"), new DerivationCard(player));
    }
    if (source.has("code")) page("code", message("Code"), new CodeCard(player));
    if (source.packed && source.has("map")) page("map", message("Map"), new MapCard(player));
    for (const { name, title, card } of source.pages ?? []) {
      if (source.has(name)) page(name, title, card(player));
    }
    this.tabs = tabsOf([...this.pages.map(({ button }) => button), ...this.awaited()]);
    this.place(stop.say);
  }

  /** The tabs of pages that are still to come. */
  awaited() {
    if (!this.player.source.packed) return [];
    const coming = this.coming.filter(({ name }) => !this.player.source.has(name));
    return coming.map(({ title }) => (
      make("button", { disabled: true, title: message("Once Python is there") }, title)));
  }

  /** @type {(say: string) => void} */
  place(say) {
    const pages = this.pages.map(({ card }) => card.element);
    // What a stop opens comes before the answer.
    const opened = this.player.tab !== "explore" && !this.more.length;
    const answer = [this.verdict.element, this.article?.element];
    this.element.replaceChildren(...[
      say && make("p", { class: "say" }, whole(say)), this.task?.element,
      this.question?.element, ...(opened ? [] : answer.slice(0, 1)), this.tabs,
      ...this.more, ...pages,
      ...(opened ? answer : answer.slice(1)),
    ].filter(Boolean));
  }

  /** Scroll the row of tabs so far that one is seen. */
  /** @type {(button: HTMLElement) => void} */
  bringTab({ offsetLeft, offsetWidth }) {
    const { tabs } = this, most = offsetLeft - BESIDE_TAB;
    const least = offsetLeft + offsetWidth + BESIDE_TAB - tabs.clientWidth;
    tabs.scrollLeft = Math.min(Math.max(tabs.scrollLeft, least), most);
  }

  /** The card of the page that is open. */
  get open() {
    const found = this.pages.find(({ name }) => name === this.player.tab);
    return (found ?? this.pages[0]).card;
  }

  /** What tells all is scrolled to its beginning; where the page that was chosen has hardly
      room there below the answer, it is brought to the tabs. */
  /** @type {(always?: boolean) => void} */
  bring(always = false) {
    const { tabs, more: [parameters], player: { side, tab } } = this;
    const first = tab === "explore" && parameters ? parameters : this.open.element;
    const { top, height } = side.getBoundingClientRect();
    const from = first.getBoundingClientRect().top - top + side.scrollTop;
    const far = always || from > height / 2;
    side.scrollTop = far ? from - tabs.offsetHeight - BELOW_TABS : 0;
  }

  show() {
    const { asked, quiz, tab } = this.player, { open } = this, playing = open === this.quiz;
    this.tabs.hidden = asked && !quiz;
    for (const { name, button, card } of this.pages) {
      const pressed = String(name === tab);
      if (button.getAttribute("aria-pressed") !== pressed && name === tab) this.bringTab(button);
      button.setAttribute("aria-pressed", pressed);
      card.element.hidden = (asked && !playing) || card !== open;
    }
    for (const card of [this.question, this.verdict, this.numbers, this.article, this.task]) {
      card?.show();
    }
    if (open !== this.own) this.leftOwn = true;
    // A quiz says itself what is known.
    this.verdict.element.hidden = playing;
    for (const element of this.more) element.hidden = tab !== "explore";
    if (this.player.source.packed) this.player.live?.free?.wait();
    if (playing && this.article) this.article.element.hidden = true;
    if ((!asked || playing) && open !== this.numbers) open.show();
  }
}
