/* The beginning of a lesson in one file. */

import { opened } from "./opening.js";

opened();
