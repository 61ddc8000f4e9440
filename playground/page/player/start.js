/* The beginning: the lesson that stands in the page is opened. */

import { make } from "./elements.js";
import { Player } from "./player.js";
import { inflated } from "./values.js";

inflated(document.getElementById("lesson").textContent).then(
  async (lesson) => {
    document.title = lesson.title;
    // What is drawn before they are there would have another font's letters.
    const fonts = ["16px Roboto", "bold 16px Roboto", "16px 'Playground Math'"];
    await Promise.all(fonts.map((font) => document.fonts.load(font, "A\u{1D434}")));
    window.player = new Player(lesson, document.body);
  },
  (error) => document.body.append(make("p", {}, `This browser cannot open the lesson: ${error}`)),
);
