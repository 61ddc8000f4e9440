/* The pages that a scene has beside its figures where Python is behind it. */

import { CurveCard } from "./curve_card.js";
import { JudgeCard } from "./evaluation_card.js";
import { LiveMapCard } from "./live_map_card.js";
import { message } from "./message.js";
import { LensCard } from "./precision_card.js";
import { QuizCard } from "./quiz_card.js";

/** @type {LivePage[]} */
export const LIVE_PAGES = [
  { name: "judge", title: message("Your code"), card: (p) => (p.cards.own ??= new JudgeCard(p)) },
  { name: "map", title: message("Map"), card: (p) => new LiveMapCard(p) },
  { name: "curve", title: message("Curve"), card: (p) => new CurveCard(p) },
  { name: "predict", title: message("Predict"), card: (p) => (p.cards.quiz ??= new QuizCard(p)) },
  { name: "lab", title: message("Lens"), card: (p) => (p.cards.lens ??= new LensCard(p)) },
];
