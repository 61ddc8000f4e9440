/* The page's own data, unpacked and shown. */

import { decodeData } from "./columns.js";
import { createElement } from "./elements.js";
import { message } from "./message.js";
import { Player } from "./player.js";

/** The player of the lesson that stands in the page, once its first picture can be drawn. */
export async function loadPlayer() {
  try {
    const lesson = await decodeData(document.getElementById("lesson").textContent);
    document.title = lesson.title;
    // What is drawn before they are there would have another font's letters.
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
