/* The data that Python sends to a page, precomputed or live; a test checks them against these
   types. */

/** Coordinates, or a colour; the length depends on the use. */
type Point = number[];

/** The numbers of all samples as differences; a single number is constant. */
type Column = number | number[];

/** The texts of all samples; a single text is constant. */
type TextColumn = string | TextTemplates;

/** Templates, the template of each sample, and the contents of slots. */
interface TextTemplates { of: string[]; at: Column; in: string[][][] }

/** The common fields of primitives and labels: style and visibility. */
interface DrawnColumns {
  tone: number;
  key?: string;
  /** Opacity in 255ths. */
  a?: Column;
  there?: Column;
  article?: number;
  since?: number;
  lesson?: number;
}

interface Primitive extends DrawnColumns {
  k: string;
  n: Column[];
  /** Width in tenths of a px. */
  w?: Column;
  fill?: Column;
  dash?: number;
  marker?: string;
}

interface Label extends DrawnColumns {
  size: number;
  text: TextColumn;
  x: Column;
  y: Column;
  gap: Column;
  rank?: number;
  z?: Column;
  /** In the plane: a direction as an angle, and an extra distance. */
  toward?: Column;
  away?: Column;
  /** In space: a direction. */
  tx?: Column;
  ty?: Column;
  tz?: Column;
}

interface SpaceCamera {
  target: Point;
  distance: number;
  yaw: number;
  pitch: number;
  fov: number;
}

interface View<Camera = any> {
  space: number;
  caption: string;
  size: [number, number];
  camera: Camera;
  /** Size and camera for each aspect ratio; in a single state its own fields apply. */
  seen?: [number, number, Camera][];
  unit: number;
  prims: Primitive[];
  texts: Label[];
}

interface SampleDimension {
  kind: string;
  name: string;
  index: number;
  label: string;
  /** As in the window: "disc" moves, "square" resizes, "ring" rotates, "diamond" is a pivot. */
  marker: string;
  /** The same for all handles of a shape. */
  shape: string;
  plane: number;
  count: number;
  names: TextColumn;
  x: Column;
  y: Column;
  z?: Column;
}

/** The time among a stop's dimensions. */
interface TimeDimension extends SampleDimension {
  now: Column;
  stop: TextColumn;
  seconds?: number;
  /** Whether playback interpolates between samples. */
  smooth: number;
}

interface Verdict {
  word: TextColumn;
  /** The time of the answer, if the article's is about another. */
  scope: TextColumn;
  sentence: TextColumn;
  tone: Column;
  hit: Column;
}

interface Row { name: string; unit: string; help: string; main: number; key: TextColumn; value: TextColumn }

interface Article {
  name: string;
  agrees: Column;
  sign: TextColumn;
  word: TextColumn;
  scope: TextColumn;
  /** The difference if both have the same word. */
  difference: TextColumn;
  /** The agreement, with the whole answer, in a line. */
  agreement: TextColumn;
  why: TextColumn;
  step: Column;
}

interface Step {
  title: TextColumn;
  text: TextColumn;
  formula: TextColumn;
  numbers: TextColumn;
  result: TextColumn;
  keys: TextColumn;
  hides: TextColumn;
  time: Column;
  /** The start time of the animation, if not the current time. */
  begins: Column;
  names: TextColumn;
  now: Column;
}

interface CodeLine { text: string; reached: Column; value: TextColumn }

interface Code {
  name: string;
  dtype: string;
  lines: CodeLine[];
  blamed: Column;
  why: TextColumn;
  raised: TextColumn;
}

/** The data of samples; a live state is a single one. */
interface SampleSet {
  samples: number;
  alt: TextColumn;
  dims: SampleDimension[];
  views: View[];
  verdict: Verdict;
  rows: Row[];
  article: Article | null;
  tells: Column;
  pending: TextColumn;
  tones: Record<string, number>;
  steps: Step[];
  code: Code | null;
}

interface Question {
  text: string;
  answers: string[];
  right: number;
  why: string;
  pending: string;
}

/** The data of a stop apart from its samples. */
interface StopState {
  scene: string;
  source: string;
  case: string;
  say: string;
  title: string;
  learned: string;
  /** The highlight keys mentioned in it. */
  names: string[];
  question: Question | null;
  task: { text: string } | null;
  done: Column;
  at: number;
  /** The start time of the animation to this stop; precomputed only. */
  begins?: number;
  page: string;
  step: number | null;
  compared: number;
  map?: MapData | null;
  /** The link of each sample. */
  links?: TextColumn;
  fields?: ParameterData[][];
}

/** A request about user code, or for an evaluation; see worker/evaluation_worker.py. */
type EvaluationRequest = Record<string, unknown>;

interface EvaluationAnswer {
  error: string;
  line: number;
  /** The message at the line. */
  lead?: string;
  /** The main lines. */
  lines?: string[];
  /** The index of the most informative kind. */
  main?: number | null;
  asked?: number;
  wrong?: number;
  notes?: string[];
  printed?: string[];
  kinds?: FailureKind[];
  here?: string;
  /** The answers of geometry, article and code, if the article's differs. */
  beside?: { whose: string; sign: string; word: string }[];
  map?: MapData | null;
  link?: string;
  /** The parameter along both axes, if it is one. */
  over?: string;
}

/** A wrong answer; `link` is its state, if the scene has one. */
interface FailureCase {
  /** Its name. */
  of: string;
  call: string;
  told: string;
  python: string;
  test: string;
  link: string | null;
}

/** A kind of wrong answers with its shrunk case, and a typical one if that is different. */
interface FailureKind extends FailureCase {
  kind: string;
  count: number;
  why: string;
  typical: FailureCase | null;
}

/** The template of user code, with allowable deviations; see worker/requests.py. */
interface CodeTemplate {
  name: string;
  signature: string;
  /** The arguments, and the accepted answers. */
  about: string[];
  text: string;
  /** A module with a buggy function, or "". */
  example: string;
  allow: [string, string, string][];
}

/** A map; see serialize/maps.py. */
interface MapData {
  caption: string;
  /** Camera and size of the view for which its names are placed. */
  from: number[] | null;
  axes: string[];
  size: number[];
  /** Run lengths row by row: kind, count, ...; live, bytes in base64. */
  cells: number[] | string;
  palette: Record<string, string[]>;
  alpha: number;
  /** Text, palette index, and an explanation of mistakes. */
  legend: [string, number, string?][];
  plate: number;
  looks: MapPatterns | null;
  box: Box | null;
  cell: number;
  names: any[];
  there?: Column;
  // Live only; see worker/plot_data.py.
  of?: string;
  coarse?: boolean;
  lines?: number;
  kinds?: MapKind[];
  notes?: string[];
  chart?: { ends: [number, number][]; ticks: [number, string][][] } | null;
}

/** A line of the legend of a live map. */
interface MapKind {
  name: string;
  place: number;
  text: string;
  share: string;
  why: string;
  more: string;
  line: string;
}

/** The settings of a live map. */
interface MapState {
  kind: string;
  over: [string, string];
  plane: string;
  planes: [string, string, string][];
  quantity: string;
  alone: string;
  number: number;
  here: number[];
  code: boolean;
}

/** The curve of a live state; see worker/curve_svg.py. */
interface CurveData {
  axis: string;
  ends: [number, number];
  /** The plots' left edge, width and height, in px. */
  left: number;
  width: number;
  height: number;
  svg: string;
  /** Name, colour and current value of each line. */
  lines: [string, number, string][];
  said: string;
}

interface MapPatterns {
  kinds: [number, number][];
  stripe: number;
  dots: number[];
  specks: number[];
  low: number;
  edge: number;
  dashes: number[];
  ink: Record<number, number>;
}

interface ParameterData {
  name: string;
  label: string;
  unit: string;
  help: string;
  kind: string;
  values: (number | string | boolean)[];
  /** Numbers only. */
  low?: number;
  high?: number;
  step?: number | null;
  shown?: number;
  texts?: string[];
  parts?: string[];
  options?: [string, string][];
  columns?: number;
}

interface Time {
  name: string;
  label: string;
  low: number;
  high: number;
  now: number;
  text: string;
  seconds: number;
  /** Whether it is animated to a step's or stop's time. */
  moving: boolean;
  moments: [number, string][];
}

interface SessionState {
  scene: string;
  undo: boolean;
  redo: boolean;
  changed: boolean;
  case: string;
  /** The sentence about the case. */
  shows: string;
  called: string;
  fields: ParameterData[];
  /** What its numbers can be shown in, and whether they are. */
  units: [string, boolean][];
  pages: string[];
  time: Time | null;
  maps: [string, string][];
  map: MapState | null;
  axes: string[];
  quantities: string[];
  curve: { axis: string; axes: string[]; now: number } | null;
  mapping?: { explained: string; preset: boolean };
  precision: { now: string; of: [string, string][] };
  asking: boolean;
  quiz: QuizState | null;
  lesson: LessonState | null;
  lens?: PrecisionState;
}

/** The state of the page "Predict": invitation, question or result. */
interface QuizState {
  seed: number;
  seeds: number;
  /** The round, for storage. */
  saved?: object;
  invitation?: string;
  number?: string;
  asked?: string;
  answers?: string[];
  given?: number | null;
  score?: string;
  streak?: number;
  /** The label of the next action, once revealed. */
  way_on?: string;
  marks?: (number | null)[];
  /** Before the answer is revealed. */
  task?: string;
  ready?: boolean;
  places?: boolean;
  hits?: boolean;
  times?: boolean;
  /** After the answer is revealed. */
  answered?: string;
  right?: boolean;
  why?: string;
  step?: { number: number; title: string; numbers: string; result: string } | null;
  result?: { review: string[]; score: string; lines: string[]; copy: string };
}

/** The state of a lesson. */
interface LessonState {
  where: string;
  at: number;
  /** Kind, mark and title of each stop. */
  marks: [string, string, string][];
  way_on: string;
  ending: {
    title: string;
    learned: string[];
    again: [number, string][];
    ways: [string, string][];
    copy: string;
  } | null;
}

interface PrecisionReading { name: string; word: string; right: boolean; tone: number; gap: string }

interface PrecisionState {
  compared: string;
  help: string;
  readings: PrecisionReading[];
  axes: string[];
  axis: string | null;
  value: string | null;
  steps: string[];
}

interface SceneData {
  id: string;
  title: string;
  judged: boolean;
  cases: [string, string[]][];
  /** The titles of cases, if other than their names. */
  titles: Record<string, string>;
  columns: number[];
}

interface StateAnswer { set: SampleSet; stop: StopState; live: SessionState; fresh?: SceneData; error: string }

/** A stop as displayed: its samples and, live, the state of the session. */
interface Stop extends SampleSetWithColumns, StopState { set?: number; live?: SessionState; judged?: boolean }

/** Samples, with the number of views side by side for each aspect ratio. */
interface SampleSetWithColumns extends SampleSet { columns: number[] }

/** The texts of a lesson's progress; see serialize/lesson_progress.py. */
interface LessonProgress {
  heading: string[];
  titles: string[];
  scores: string[][];
  stops: { kind: string; where: string; outcomes: StopOutcome[] }[];
}

/** The outcome of a stop: its mark, and its lines in the result and at the end. */
interface StopOutcome { mark: string; result: string; end: string }

/** The data of a lesson or scene in its page. */
interface Lesson {
  title: string;
  /** The serialized aspect ratios (width / height). */
  shapes: number[];
  key: string;
  source?: string;
  stops: (StopState & { set: number })[];
  sets: SampleSetWithColumns[];
  named: Record<string, number>;
  tones: Record<string, string[]>;
  /** The playback speeds, and the duration of animations to a step. */
  speeds: number[];
  moveSeconds: number;
  site?: Site;
  /** Of several stops only. */
  progress: LessonProgress | null;
}

/** A file that Python needs in a page; see site.py. */
interface PythonFile {
  name: string;
  address: string;
  size: number;
  /** The SHA-256; "" if unknown. */
  hash: string;
  /** Whether the page caches it; the service worker caches the others. */
  isKept: boolean;
}

/** Python's files, and the document that starts its workers. */
interface PythonSite {
  files: PythonFile[];
  sandbox: string;
  /** The root folder of the site. */
  root: string;
  cacheName: string;
}

/** The data of a page about the site; see site.py. */
interface Site {
  kind: "scene" | "lesson";
  scene: string;
  lesson: string | null;
  python: PythonSite;
  /** The address of CodeMirror. */
  editor: string;
  start: string;
  /** Other languages: their names, and the folders of their pages. */
  languages: { language: string; name: string; at: string }[];
  /** What a visitor of a scene is to try, in a sentence; "" for nothing. */
  task?: string;
  /** The features of a scene once Python is ready. */
  coming?: { pages: string[] } & Pick<SessionState, "precision" | "shows" | "units">;
  scenes: {
    id: string;
    title: string;
    address: string;
    cases: [string, string[]][];
    titles: Record<string, string>;
    lesson?: { title: string; address: string };
  }[];
  /** The next lesson. */
  next: { title: string; address: string } | null;
}
