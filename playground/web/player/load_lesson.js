/* Loading of the page's data. */

import { decodeData } from "./columns.js";
import { createElement } from "./elements.js";
import { message } from "./message.js";
import { Player } from "./player.js";

/** Create the player of the page's lesson, once its first frame can be drawn. */
export async function loadPlayer() {
  try {
    const lesson = await decodeData(document.getElementById("lesson").textContent);
    document.title = lesson.title;
    // Before the fonts are loaded, figures would be drawn with others.
    const fonts = ["Roboto", "'Playground Math'", "'Playground Japanese'"];
    const looks = fonts.flatMap((font) => [`16px ${font}`, `bold 16px ${font}`]);
    const letters = `A\u{1D434}${document.documentElement.lang === "ja" ? "\u3042" : ""}`;
    await Promise.all(looks.map((font) => document.fonts.load(font, letters)));
    window.player = new Player(lesson, document.body);
    return window.player;
  } catch (error) {
    const text = message("This browser cannot open the lesson: {error}", { error: String(error) });
    document.body.append(createElement("p", {}, text));
    throw error;
  }
}
