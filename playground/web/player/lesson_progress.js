/* The progress of a lesson without Python: marks, score and end. The counterpart of
   session/lesson/open_lesson.py and lesson_texts.py. */

import { columnAt } from "./columns.js";
import { toPlainText } from "./math_text.js";
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
  const { stops, number, sample, givenAnswers, navigation } = player;
  if (stops.length === 1) return null;
  /** @type {Map<number, boolean>} */
  const visited = new Map(navigation.visitedStops);
  const isDone = Boolean(stops[number].task && columnAt(stops[number].done, sample));
  visited.set(number, Boolean(visited.get(number)) || isDone);
  const outcomes = stops.map((stop, n) => (
    describeStop(stop, givenAnswers.get(n) ?? [], visited.get(n))));
  return {
    at: number,
    where: isEnded ? scoreText(outcomes) : stopNumberText(outcomes[number].kind, number, stops.length),
    marks: outcomes.map(({ kind, mark, title }) => [kind, mark, title]),
    way_on: message("What you know now"),
    ending: isEnded ? describeEnding(player.lesson.title, outcomes) : null,
  };
}

/** Return the outcome of a stop; `isDone` is undefined if it was not seen.
    @type {(stop: Stop, tries: number[], isDone: boolean | undefined) => StopOutcome} */
function describeStop({ question, task, title, learned }, tries, isDone) {
  if (!question) {
    const mark = task ? isDone && "right" : isDone !== undefined && "seen";
    const result = task && (isDone ? message("done") : message("not done"));
    return { kind: task ? "task" : "say", mark: mark || "open", title, learned, result };
  }
  const isRight = tries[0] === question.right;
  const result = !tries.length ? message("not answered")
    : !tries.includes(question.right) ? message("not right")
      : isRight ? message("right at the first try") : message("right at the second try");
  const mark = isRight ? "right" : tries.length ? "again" : "open";
  return { kind: "question", mark, title, learned, result };
}

/** @type {(kind: string, number: number, all: number) => string} */
function stopNumberText(kind, number, all) {
  const stop = message("Stop {number} of {all}", { number: number + 1, all });
  if (kind === "task") return message("{stop} · task", { stop });
  return kind === "question" ? message("{stop} · question", { stop }) : stop;
}

/** Return the score: questions right at the first try, and finished tasks.
    @type {(outcomes: StopOutcome[]) => string} */
function scoreText(outcomes) {
  const [asked, tasks] = ["question", "task"].map((kind) => (
    outcomes.filter((outcome) => outcome.kind === kind)));
  const [right, done] = [asked, tasks].map((some) => (
    some.filter(({ mark }) => mark === "right").length));
  const answers = message("{right} of {all} questions right at the first try",
    { right, all: asked.length });
  const deeds = message("{done} of {all} tasks done", { done, all: tasks.length });
  if (asked.length && tasks.length) return message("{answers} · {tasks}", { answers, tasks: deeds });
  if (asked.length || tasks.length) return asked.length ? answers : deeds;
  return message("All {count} stops", { count: outcomes.length });
}

/** Return the texts of the end: results and reviews.
    @type {(title: string, outcomes: StopOutcome[]) => LessonState["ending"]} */
function describeEnding(title, outcomes) {
  const numbered = outcomes.map((outcome, n) => ({ ...outcome, n, number: n + 1 }));
  const asked = numbered.filter(({ kind }) => kind !== "say");
  const rights = asked.filter(({ mark }) => mark === "right");
  const again = asked.filter(({ mark }) => mark !== "right");
  const learned = again.length ? rights.map(rightText)
    : numbered.filter(({ mark }) => mark !== "open").map((outcome) => outcome.learned).filter(Boolean);
  const lines = asked.map((outcome) => message("{number}. {title}: {result}", { ...outcome }));
  return {
    title: !learned.length ? message("The end of this lesson")
      : again.length ? message("What was right, what to look at again")
      : message("You can now say why"),
    learned,
    again: again.map(({ n, number, mark, title: called }) => [n, mark === "again"
      ? message("Stop {number}, look again: {title}", { number, title: called })
      : message("Stop {number}, still open: {title}", { number, title: called })]),
    copy: toPlainText([message("Geometry Playground: lesson"), title, scoreText(outcomes), ...lines, ""]
      .join("\n")),
    ways: [],
  };
}

/** @type {(outcome: StopOutcome & { number: number }) => string} */
function rightText({ kind, learned, number, title }) {
  if (learned) return learned;
  return kind === "task" ? message("Stop {number}, done: {title}", { number, title })
    : message("Stop {number}, right: {title}", { number, title });
}
