/* The beginning of a lesson in one file. */

import { loadPlayer } from "./load_lesson.js";

loadPlayer();
