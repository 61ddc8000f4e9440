/* What an article says beside the truth. */

import { at, said } from "./columns.js";
import { make, tell, whole } from "./elements.js";
import { message } from "./message.js";

export class ArticleCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { name } = player.stop.article;
    this.switch = make("input", {
      type: "checkbox", onchange: () => player.compare(this.switch.checked),
    });
    this.badge = make("p", { class: "badge" });
    this.why = make("p", { class: "help" });
    this.see = make("button", { onclick: () => {
      const number = at(player.stop.article.step, player.sample);
      if (number) player.turnTo("derivation", number);
    } });
    this.element = make("section", { class: "card", "aria-label": name },
      make("label", {}, this.switch, message("{name} beside truth", { name })), this.badge, this.why, this.see);
  }

  show() {
    const { player } = this, { sample: i, compared: on, last } = player;
    const { article, code } = player.stop;
    this.switch.checked = on;
    this.element.hidden = player.untold;
    if (player.untold) return;
    const why = said(article.why, i), told = player.tab === "code" && why === said(code.why, i);
    const agrees = at(article.agrees, i), step = at(article.step, i);
    this.badge.hidden = !on;
    this.why.hidden = !on || !why || told;
    this.see.hidden = !on || Boolean(agrees) || !step || step > last;
    tell(this.badge, whole(`${said(article.how, i)}: ${said(article.answer, i)}`));
    this.badge.classList.toggle("differs", !agrees);
    tell(this.why, whole(why));
    tell(this.see, message("See step {step}", { step }));
  }

  /** What a reader is told of it. */
  get told() {
    return this.player.compared ? `${this.player.stop.article.name} ${this.badge.textContent}` : "";
  }
}
