/* The theme of a page: light, dark, or for a projector. */

import { storage } from "./storage.js";

const THEMES = ["light", "dark", "projector"];

export class Themes {
  /** @param {Lesson} lesson @param {() => void} onPaint */
  constructor(lesson, onPaint) {
    this.lesson = lesson;
    this.onPaint = onPaint;
    // Only themes whose colours the page contains.
    this.names = THEMES.filter((name) => lesson.tones[name]);
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    // The embedding page's theme in the address comes before the stored choice.
    const named = new URLSearchParams(location.search).get("theme");
    const chosen = () => [named, storage.get("theme")].find((name) => this.names.includes(name));
    const own = () => (dark.matches ? "dark" : "light");
    this.name = chosen() ?? own();
    dark.addEventListener("change", () => { if (!chosen()) this.paint(own()); });
  }

  /** @type {(tone: number) => string} */
  colour(tone) { return this.lesson.tones[this.name][tone]; }

  /** Choose a theme, by default the next one. */
  chooseTheme(name = this.names[(this.names.indexOf(this.name) + 1) % this.names.length]) {
    storage.set("theme", name);
    this.paint(name);
  }

  /** @type {(name: string) => void} */
  paint(name) {
    this.name = name;
    const { style, dataset } = document.documentElement;
    dataset.theme = name;
    style.colorScheme = name === "dark" ? "dark" : "light";
    for (const [variable, tone] of Object.entries(this.lesson.named)) {
      style.setProperty(`--${variable.replaceAll("_", "-")}`, this.colour(tone));
    }
    this.onPaint();
  }
}
