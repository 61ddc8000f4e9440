/* What Python tells a page of a state, packed beforehand or live: a test holds these against it. */

/** Coordinates, or a colour: as many as its user says. */
type Point = number[];

/** The numbers of all samples as steps from one to the next; one stands for all. */
type Column = number | number[];

/** The texts of all samples; one stands for all. */
type TextColumn = string | TextTemplates;

/** Templates, which of them each sample has, and what goes into them. */
interface TextTemplates { of: string[]; at: Column; in: string[][][] }

/** What is common to what is drawn: its looks, and when it is to be seen. */
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
  /** In the plane: an angle, and how far off its place. */
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
  /** Its size and camera in each shape; of one that is told alone its own say it. */
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
  /** As the window draws it: "disc" moves, "square" resizes, "ring" turns, "diamond" is a pivot. */
  marker: string;
  /** Handles of one shape have it in common. */
  shape: string;
  plane: number;
  count: number;
  names: TextColumn;
  x: Column;
  y: Column;
  z?: Column;
}

/** The time among a stop's dims. */
interface TimeDimension extends SampleDimension {
  now: Column;
  stop: TextColumn;
  seconds?: number;
  /** Whether what plays goes through what lies between its samples. */
  smooth: number;
}

interface Verdict {
  word: TextColumn;
  /** Of which time it is, where the article's answer is of another. */
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
  /** What is other where both answer in the same word. */
  difference: TextColumn;
  /** Whether it agrees, with all that it answers, in a line. */
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
  /** From when that time is gone to, if not from now. */
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

/** What is told of samples; live there is one. */
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

/** What a stop is beside its samples. */
interface StopState {
  scene: string;
  source: string;
  case: string;
  say: string;
  title: string;
  learned: string;
  /** The keys of what that mentions by name. */
  names: string[];
  question: Question | null;
  task: { text: string } | null;
  done: Column;
  at: number;
  /** From when the time comes to it; of packed stops alone. */
  begins?: number;
  page: string;
  step: number | null;
  compared: number;
  map?: MapData | null;
  /** What stands after # in the address of each sample. */
  links?: TextColumn;
  fields?: ParameterData[][];
}

/** What is asked of one's own code after a trial, or to begin one; see worker/evaluation_worker.py. */
type EvaluationRequest = Record<string, unknown>;

interface EvaluationAnswer {
  error: string;
  line: number;
  /** What is said at the line. */
  lead?: string;
  /** What says the most. */
  lines?: string[];
  /** The kind that tells most. */
  main?: number | null;
  asked?: number;
  wrong?: number;
  notes?: string[];
  printed?: string[];
  kinds?: FailureKind[];
  here?: string;
  /** The answers of all three where the article's differs from the geometry. */
  beside?: { whose: string; sign: string; word: string }[];
  map?: MapData | null;
  link?: string;
  /** The parameter that lies across and up, if it is one. */
  over?: string;
}

/** A wrong answer: `link` is its state, where the scene has one. */
interface FailureCase {
  /** Which one it is, in words. */
  of: string;
  call: string;
  told: string;
  python: string;
  test: string;
  link: string | null;
}

/** A kind of wrong answers with its smallest case, and a typical one if that is another. */
interface FailureKind extends FailureCase {
  kind: string;
  count: number;
  why: string;
  typical: FailureCase | null;
}

/** How one's own function begins, and what can be allowed; see worker/requests.py. */
interface CodeTemplate {
  name: string;
  signature: string;
  /** What the arguments are, and which answers are understood. */
  about: string[];
  text: string;
  /** A module whose function has a bug, where there is one. */
  example: string;
  allow: [string, string, string][];
}

/** A map; see serialize/maps.py. */
interface MapData {
  caption: string;
  /** Camera and size of the view that its names are placed in. */
  from: number[] | null;
  axes: string[];
  size: number[];
  /** Kinds and how many cells have them, in turn, row by row; live, as bytes in base64. */
  cells: number[] | string;
  palette: Record<string, string[]>;
  alpha: number;
  /** Texts with their places in the palette, and of mistakes what is wrong. */
  legend: [string, number, string?][];
  plate: number;
  looks: MapPatterns | null;
  box: Box | null;
  cell: number;
  names: any[];
  there?: Column;
  // Of a live one alone; see worker/plot_data.py.
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

/** What the map of a live state is of. */
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
  /** Where the plots begin in px, and how wide and high they are. */
  left: number;
  width: number;
  height: number;
  svg: string;
  /** What each line is called, its colour, and what it is now. */
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
  /** Of numbers alone. */
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
  /** Whether it is on its way to where a step or stop wants it. */
  moving: boolean;
  moments: [number, string][];
}

interface SessionState {
  scene: string;
  undo: boolean;
  redo: boolean;
  changed: boolean;
  case: string;
  /** What the case shows, in a sentence. */
  shows: string;
  called: string;
  fields: ParameterData[];
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

/** What the page "Predict" says: an invitation, a question or the result. */
interface QuizState {
  seed: number;
  seeds: number;
  /** The round, to go on with it later. */
  saved?: object;
  invitation?: string;
  number?: string;
  asked?: string;
  answers?: string[];
  given?: number | null;
  score?: string;
  streak?: number;
  /** What leads on once it is revealed. */
  way_on?: string;
  marks?: (number | null)[];
  /** Until it is revealed. */
  task?: string;
  ready?: boolean;
  places?: boolean;
  hits?: boolean;
  times?: boolean;
  /** From then on. */
  answered?: string;
  right?: boolean;
  why?: string;
  step?: { number: number; title: string; numbers: string; result: string } | null;
  result?: { review: string[]; score: string; lines: string[]; copy: string };
}

/** How a lesson stands. */
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
  /** What cases are called where that is not their name. */
  titles: Record<string, string>;
  columns: number[];
}

interface StateAnswer { set: SampleSet; stop: StopState; live: SessionState; fresh?: SceneData; error: string }

/** A stop as it is shown: its samples, and live what is told of the session. */
interface Stop extends SampleSetWithColumns, StopState { set?: number; live?: SessionState; judged?: boolean }

/** Samples, and how many of their views stand beside each other in a stage of each shape. */
interface SampleSetWithColumns extends SampleSet { columns: number[] }

/** A lesson, or a scene by itself, as it is packed in its page. */
interface Lesson {
  title: string;
  /** The shapes that views are told for: widths against heights. */
  shapes: number[];
  key: string;
  source?: string;
  stops: (StopState & { set: number })[];
  sets: SampleSetWithColumns[];
  named: Record<string, number>;
  tones: Record<string, string[]>;
  /** How many times as fast the time may play, and how long the way to a step takes. */
  speeds: number[];
  moveSeconds: number;
  site?: Site;
}

/** A file that Python needs in a page; see site.py. */
interface PythonFile {
  name: string;
  address: string;
  size: number;
  /** Its SHA-256; "" where that is not known. */
  hash: string;
  /** Whether the page keeps it itself: the service worker has the others. */
  isKept: boolean;
}

/** What Python needs in a page: its files, and the document in which its workers begin. */
interface PythonSite {
  files: PythonFile[];
  sandbox: string;
  /** Where the site lies. */
  root: string;
  cacheName: string;
}

/** What a page of a site knows of the others; see site.py. */
interface Site {
  kind: "scene" | "lesson";
  scene: string;
  lesson: string | null;
  python: PythonSite;
  /** Where CodeMirror is. */
  editor: string;
  start: string;
  /** Its others: what each is called in itself, and where pages in it lie. */
  languages: { language: string; name: string; at: string }[];
  /** What a scene has once Python is there. */
  coming?: { pages: string[]; precision: SessionState["precision"]; shows: string };
  scenes: {
    id: string;
    title: string;
    address: string;
    cases: [string, string[]][];
    titles: Record<string, string>;
    lesson?: { title: string; address: string };
  }[];
  /** The lesson after this one. */
  next: { title: string; address: string } | null;
}
