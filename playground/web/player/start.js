/* The entry point of a lesson in one file. */

import { loadPlayer } from "./load_lesson.js";

loadPlayer();
