/* The page's own data, unpacked and shown. */

import { make } from "./elements.js";
import { Player } from "./player.js";
import { inflated } from "./values.js";

/** The player of the lesson that stands in the page, once its first picture can be drawn. */
export async function opened() {
  try {
    const lesson = await inflated(document.getElementById("lesson").textContent);
    document.title = lesson.title;
    // What is drawn before they are there would have another font's letters.
    const fonts = ["16px Roboto", "bold 16px Roboto", "16px 'Playground Math'"];
    await Promise.all(fonts.map((font) => document.fonts.load(font, "A\u{1D434}")));
    window.player = new Player(lesson, document.body);
    return window.player;
  } catch (error) {
    document.body.append(make("p", {}, `This browser cannot open the lesson: ${error}`));
    throw error;
  }
}
