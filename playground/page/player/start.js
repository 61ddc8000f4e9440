/* The beginning: the lesson that stands in the page is opened. */

import { make } from "./elements.js";
import { Player } from "./player.js";
import { inflated } from "./values.js";

inflated(document.getElementById("lesson").textContent).then(
  (lesson) => {
    document.title = lesson.title;
    window.player = new Player(lesson, document.body);
  },
  (error) => document.body.append(make("p", {}, `This browser cannot open the lesson: ${error}`)),
);
