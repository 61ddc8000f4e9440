/* The progress of a lesson without Python, whose texts come with the lesson. */

import { columnAt } from "./columns.js";
import { message } from "./message.js";

// The right answer is shown after this number of wrong ones.
const MAX_TRY_COUNT = 2;

/** Return whether a question was answered, or its tries are used up.
    @type {(question: Question, tries: number[]) => boolean} */
export const isAnswered = ({ right }, tries) => (
  tries.includes(right) || tries.length >= MAX_TRY_COUNT);

/** Return the state of the lesson, or null if there is only one stop.
    @type {(player: Player, isEnded: boolean) => LessonState | null} */
export function describeLesson(player, isEnded) {
  const { stops, number, sample, givenAnswers, navigation, lesson: { progress } } = player;
  if (!progress) return null;
  /** @type {Map<number, boolean>} */
  const visited = new Map(navigation.visitedStops); // with whether their task is done
  const isDone = Boolean(stops[number].task && columnAt(stops[number].done, sample));
  visited.set(number, Boolean(visited.get(number)) || isDone);
  const outcomes = stops.map((stop, n) => {
    const { kind, outcomes: all } = progress.stops[n], { title, learned } = stop;
    const index = outcomeIndex(stop, givenAnswers.get(n) ?? [], visited.get(n));
    return { n, kind, title, learned, ...all[index] };
  });
  const rights = outcomes.filter(({ mark }) => mark === "right");
  const [answers, tasks] = ["question", "task"].map(
    (name) => rights.filter(({ kind }) => kind === name).length);
  const score = progress.scores[answers][tasks];
  const again = outcomes.filter(({ kind, mark }) => kind !== "say" && mark !== "right");
  const learned = again.length ? rights.map(({ end }) => end)
    : outcomes.filter(({ mark }) => mark !== "open").map((one) => one.learned).filter(Boolean);
  const results = outcomes.filter(({ kind }) => kind !== "say").map(({ result }) => result);
  return {
    at: number, where: isEnded ? score : progress.stops[number].where,
    marks: outcomes.map(({ kind, mark, title }) => [kind, mark, title]),
    way_on: message("What you know now"),
    ending: isEnded ? {
      title: progress.titles[!learned.length ? 0 : again.length ? 1 : 2], learned,
      again: again.map(({ n, end }) => [n, end]), ways: [],
      copy: [...progress.heading, score, ...results, ""].join("\n"),
    } : null,
  };
}

/** Return the index of a stop's outcome, the best one last; `isDone` is undefined if it was not
    seen. @type {(stop: Stop, tries: number[], isDone: boolean | undefined) => number} */
function outcomeIndex({ question, task }, tries, isDone) {
  if (!question) return Number(task ? Boolean(isDone) : isDone !== undefined);
  if (!tries.includes(question.right)) return tries.length ? 1 : 0;
  return tries[0] === question.right ? 3 : 2;
}
