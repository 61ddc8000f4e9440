/* The pages that a scene has beside its figures where Python is behind it. */

import { CurveCard } from "./curve.js";
import { JudgeCard } from "./judge_card.js";
import { LensCard } from "./lens_card.js";
import { LiveMapCard } from "./live_map.js";
import { QuizCard } from "./quiz_card.js";

/** @type {LivePage[]} */
export const LIVE_PAGES = [
  { name: "judge", title: "Your code", card: (p) => (p.cards.own ??= new JudgeCard(p)) },
  { name: "map", title: "Map", card: (p) => new LiveMapCard(p) },
  { name: "curve", title: "Curve", card: (p) => new CurveCard(p) },
  { name: "predict", title: "Predict", card: (p) => (p.cards.quiz ??= new QuizCard(p)) },
  { name: "lab", title: "Lens", card: (p) => (p.cards.lens ??= new LensCard(p)) },
];
