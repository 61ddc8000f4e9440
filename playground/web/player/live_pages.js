/* The pages of a scene that need Python. */

import { CurveCard } from "./curve_card.js";
import { EvaluationCard } from "./evaluation_card.js";
import { LiveMapCard } from "./live_map_card.js";
import { message } from "./message.js";
import { PrecisionCard } from "./precision_card.js";
import { QuizCard } from "./quiz_card.js";

/** @type {LivePage[]} */
export const LIVE_PAGES = [
  { name: "judge", title: message("Your code"),
    createCard: (p) => (p.cards.evaluationCard ??= new EvaluationCard(p)) },
  { name: "map", title: message("Map"), createCard: (p) => new LiveMapCard(p) },
  { name: "curve", title: message("Curve"), createCard: (p) => new CurveCard(p) },
  { name: "predict", title: message("Predict"),
    createCard: (p) => (p.cards.quiz ??= new QuizCard(p)) },
  { name: "lab", title: message("Lens"),
    createCard: (p) => (p.cards.precisionCard ??= new PrecisionCard(p)) },
];
