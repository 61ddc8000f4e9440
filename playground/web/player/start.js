/* The beginning of a lesson in one file. */

import { opened } from "./load_lesson.js";

opened();
