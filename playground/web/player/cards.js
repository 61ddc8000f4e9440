/* The cards next to the figures: some always visible, and pages with tabs. */

import { CodeCard } from "./code_card.js";
import { DerivationCard } from "./derivation_card.js";
import { createElement, preventBreaks } from "./elements.js";
import { MapCard } from "./map_card.js";
import { message, messageAbout } from "./message.js";
import { NumbersCard } from "./numbers_card.js";
import { PlayerPart } from "./player_part.js";
import { QuestionCard, TaskCard } from "./question_card.js";
import { clamp } from "./vectors.js";
import { ArticleCard, ComparisonCard, VERDICT_BAR_HEIGHT_PX, VerdictBar, VerdictCard } from "./verdict_card.js";

// The visible part of the tab next to one that is scrolled into view, in px.
const TAB_SCROLL_MARGIN_PX = 40;
// The distance between the tabs and a page that is scrolled into view, in px.
const PAGE_SCROLL_MARGIN_PX = 10;

/** Create the row of tabs, which scrolls if it is too narrow.
    @type {(buttons: HTMLElement[]) => HTMLElement} */
function createTabRow(buttons) {
  const row = createElement("div", { class: "tabs", role: "group", "aria-label": message("Pages") },
    ...buttons);
  const hint = () => {
    const { scrollLeft, clientWidth, scrollWidth } = row;
    row.classList.toggle("before", scrollLeft > 2);
    row.classList.toggle("after", scrollLeft + clientWidth < scrollWidth - 2);
  };
  row.addEventListener("scroll", hint);
  new ResizeObserver(hint).observe(row);
  return row;
}

export class Cards extends PlayerPart {
  /** @type {EvaluationCard | null} */
  evaluationCard = null;
  hasLeftEvaluationCard = true;
  /** @type {{ name: string; button: HTMLElement; card: PageCard }[]} */
  pages = [];
  /** The pages that a scene has at first or has shown, by its name: another mode of it may
      not have them. @type {Record<string, Set<string>>} */
  shownPages = {};
  /** @type {HTMLElement[]} */
  sceneElements = []; // additional cards of a scene page
  /** @type {{ name: string; title: string }[]} */
  pendingPages = []; // pages that wait for Python
  // These cards survive state changes, with typed text and focus.
  /** @type {QuizCard | null} */
  quiz = null;
  /** @type {PrecisionCard | null} */
  precisionCard = null;
  element = createElement("div", { class: "cards" });
  verdictBar = new VerdictBar(this.player);

  buildCards() {
    const { player } = this, { stop, source } = player;
    this.task = stop.task ? new TaskCard(player) : null;
    this.question = stop.question ? new QuestionCard(player) : null;
    this.verdict = player.lesson.site ? new ComparisonCard(player) : new VerdictCard(player);
    this.verdictBar.observe(this.verdict);
    this.article = stop.article ? new ArticleCard(player) : null;
    this.numbers = new NumbersCard(player);
    this.pages = [];
    const alone = player.lesson.site?.kind === "scene";
    const known = this.shownPages[stop.scene]
      ??= new Set(alone ? player.lesson.site.coming.pages : []);
    /** @type {HTMLElement[]} */
    const tabs = [];
    /** @type {(name: string, title: string, createPage: () => PageCard) => void} */
    const page = (name, title, createPage) => {
      if (name !== "explore" && !source.hasPage(name)) {
        if (alone && !source.isPrecomputed && known.has(name)) tabs.push(this.createMissingTab(title));
        return;
      }
      known.add(name);
      const turn = async () => {
        player.openPage(name);
        this.scrollToPage();
        const { sidePanel } = player, { scrollTop } = sidePanel;
        await source.whenIdle?.();
        // Its contents have arrived, and with them the room to scroll.
        if (player.tab === name && sidePanel.scrollTop === scrollTop) this.scrollToPage();
      };
      const button = createElement("button", { onclick: turn }, title);
      tabs.push(button);
      this.pages.push({ name, button, card: createPage() });
    };
    page("explore", alone ? message("Explore") : messageAbout("a page", "Numbers"),
      () => this.numbers);
    page("derivation", message("Derivation"), () => new DerivationCard(player));
    page("code", message("Code"), () => new CodeCard(player));
    if (source.isPrecomputed) page("map", message("Map"), () => new MapCard(player));
    for (const { name, title, createCard } of source.pages ?? [])
      page(name, title, () => createCard(player));
    this.tabs = createTabRow([...tabs, ...this.createPendingTabs()]);
    this.arrangeCards(stop.say);
  }

  /** Create the disabled tab of a page that only another mode of the scene has.
      @type {(title: string) => HTMLElement} */
  createMissingTab(title) {
    const why = message("{page} is not available in this mode of the scene", { page: title });
    return createElement("button", {
      "aria-disabled": "true", title: why, onclick: () => this.player.source.showNotice?.(why),
    }, title);
  }

  /** Create disabled tabs for the pages that wait for Python. */
  createPendingTabs() {
    if (!this.player.source.isPrecomputed) return [];
    const coming = this.pendingPages.filter(({ name }) => !this.player.source.hasPage(name));
    return coming.map(({ title }) => (
      createElement("button",
        { disabled: true, title: message("Available when Python is ready") }, title)));
  }

  /** @type {(say: string) => void} */
  arrangeCards(say) {
    const pages = this.pages.map(({ card }) => card.element);
    // A page opened by a stop comes before the answer.
    const opened = this.player.tab !== "explore" && !this.sceneElements.length;
    const answer = [this.verdict.element, this.article?.element];
    this.element.replaceChildren(...[
      say && createElement("p", { class: "stop-text" }, preventBreaks(say)), this.task?.element,
      this.question?.element, ...(opened ? [] : answer.slice(0, 1)), this.tabs,
      ...this.sceneElements, ...pages,
      ...(opened ? answer : answer.slice(1)),
    ].filter(Boolean));
  }

  /** Scroll the row of tabs to make a button visible. @type {(button: HTMLElement) => void} */
  scrollToTab({ offsetLeft, offsetWidth }) {
    const { tabs } = this, max = offsetLeft - TAB_SCROLL_MARGIN_PX;
    const min = offsetLeft + offsetWidth + TAB_SCROLL_MARGIN_PX - tabs.clientWidth;
    tabs.scrollLeft = clamp(tabs.scrollLeft, min, max);
  }

  /** The card of the open page. */
  get openCard() {
    const found = this.pages.find(({ name }) => name === this.player.tab);
    return (found ?? this.pages[0]).card;
  }

  /** Scroll to the open page if it would have little room below the answer.
      @type {(always?: boolean) => void} */
  scrollToPage(always = false) {
    const { tabs, sceneElements: [parameters], player: { sidePanel, tab } } = this;
    const first = tab === "explore" && parameters ? parameters : this.openCard.element;
    const { top, height } = sidePanel.getBoundingClientRect();
    const from = first.getBoundingClientRect().top - top + sidePanel.scrollTop;
    const far = always || from > height / 2;
    sidePanel.scrollTop =
      far ? from - tabs.offsetHeight - VERDICT_BAR_HEIGHT_PX - PAGE_SCROLL_MARGIN_PX : 0;
  }

  show() {
    const { isQuestionOpen, quiz, tab } = this.player, { openCard } = this,
      playing = openCard === this.quiz;
    this.tabs.hidden = isQuestionOpen && !quiz;
    for (const { name, button, card } of this.pages) {
      const pressed = String(name === tab);
      if (button.getAttribute("aria-pressed") !== pressed && name === tab) this.scrollToTab(button);
      button.setAttribute("aria-pressed", pressed);
      card.element.hidden = (isQuestionOpen && !playing) || card !== openCard;
    }
    for (const card of [this.question, this.verdict, this.numbers, this.article, this.task]) {
      card?.show();
    }
    if (openCard !== this.evaluationCard) this.hasLeftEvaluationCard = true;
    // A quiz shows the verdict itself; a scene without outcomes has none.
    this.verdict.element.hidden = playing || !this.verdict.word.textContent;
    this.verdictBar.show();
    for (const element of this.sceneElements) element.hidden = tab !== "explore";
    if (this.player.source.isPrecomputed) this.player.live?.freePlay?.showPrecomputed();
    if (playing && this.article) this.article.element.hidden = true;
    if ((!isQuestionOpen || playing) && openCard !== this.numbers) openCard.show();
  }
}
