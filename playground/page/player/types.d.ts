/* What Python tells a page of a state, packed beforehand or live, and what modules give to each
   other. A test holds the told ones against what Python tells. */

type Player = import("./player.js").Player;
type Sight = import("./compose.js").Sight;
type Eye = import("./eye.js").Eye;
type Room = import("./room.js").Room;
type Figure = import("./figure.js").Figure;
type Plane = import("./plane.js").Plane;
type Space = import("./space.js").Space;
type JudgeWorker = import("./judge_worker.js").JudgeWorker;
type Help = import("./help.js").Help;
type QuizCard = import("./quiz_card.js").QuizCard;
type JudgeCard = import("./judge_card.js").JudgeCard;
type LensCard = import("./lens_card.js").LensCard;
type LiveMaps = import("./live_maps.js").LiveMaps;
type LiveSource = import("./live_source.js").LiveSource;
type WorkerSource = import("./worker_source.js").WorkerSource;
type Handle = import("./handle.js").Handle;
type Screen3D = import("./screen.js").Screen;
type Sheet = import("./sheet.js").Sheet;
type Pen = CanvasRenderingContext2D;

/** Coordinates, or a colour: as many as its user says. */
type Point = number[];

// ---- told by Python ----

/** The numbers of all samples as steps from one to the next; one stands for all. */
type Column = number | number[];

/** The texts of all samples; one stands for all. */
type Words = string | WordsOfSamples;

/** Templates, which of them each sample has, and what goes into them. */
interface WordsOfSamples { of: string[]; at: Column; in: string[][][] }

/** What is common to what is drawn: its looks, and when it is to be seen. */
interface Seen {
  tone: number;
  key?: string;
  /** Opacity in 255ths. */
  a?: Column;
  there?: Column;
  article?: number;
  since?: number;
  lesson?: number;
}

interface Prim extends Seen {
  k: string;
  n: Column[];
  /** Width in tenths of a px. */
  w?: Column;
  fill?: Column;
  dash?: number;
  marker?: string;
}

interface Label extends Seen {
  size: number;
  text: Words;
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
  prims: Prim[];
  texts: Label[];
}

interface Dim {
  kind: string;
  name: string;
  index: number;
  label: string;
  grip: string;
  plane: number;
  count: number;
  names: Words;
  x: Column;
  y: Column;
  z?: Column;
}

/** The time among a stop's dims. */
interface TimeDim extends Dim { now: Column; stop: Words; seconds?: number }

interface Verdict { word: Words; sentence: Words; tone: Column; hit: Column }

interface Row { name: string; unit: string; help: string; main: number; key: Words; value: Words }

interface Article {
  name: string;
  agrees: Column;
  sign: Words;
  answer: Words;
  /** What differs where both answer in the same word. */
  apart: Words;
  how: Words;
  why: Words;
  step: Column;
}

interface Step {
  title: Words;
  text: Words;
  formula: Words;
  numbers: Words;
  result: Words;
  keys: Words;
  hides: Words;
  time: Column;
  names: Words;
}

interface CodeLine { text: string; reached: Column; value: Words }

interface Code {
  name: string;
  dtype: string;
  lines: CodeLine[];
  blamed: Column;
  why: Words;
  raised: Words;
}

/** What is told of samples; live there is one. */
interface SampleSet {
  samples: number;
  alt: Words;
  dims: Dim[];
  views: View[];
  verdict: Verdict;
  rows: Row[];
  article: Article | null;
  tells: Column;
  tones: Record<string, number>;
  steps: Step[];
  code: Code | null;
}

interface Question { text: string; answers: string[]; right: number; why: string }

/** What a stop is beside its samples. */
interface StopAlone {
  scene: string;
  source: string;
  case: string;
  say: string;
  question: Question | null;
  task: { text: string } | null;
  done: Column;
  at: number;
  page: string;
  step: number | null;
  compared: number;
  map?: MapTold | null;
  /** What stands after # in the address of each sample. */
  links?: Words;
  fields?: FieldTold[][];
}

/** What is asked of one's own code after a trial, or to begin one; see live/judge.py. */
type JudgeQuestion = Record<string, unknown>;

interface JudgeTold {
  error: string;
  line: number;
  head?: string;
  asked?: number;
  wrong?: number;
  notes?: string[];
  printed?: string[];
  kinds?: KindTold[];
  here?: string;
  /** The answers of all three where the article's differs from the geometry. */
  beside?: { whose: string; sign: string; word: string }[];
  map?: MapTold | null;
  link?: string;
  /** The parameter that lies across and up, if it is one. */
  over?: string;
}

/** A wrong answer: `link` is its state, where the scene has one. */
interface CaseTold {
  /** Which one it is, in words. */
  of: string;
  call: string;
  told: string;
  python: string;
  test: string;
  link: string | null;
}

/** A kind of wrong answers with its smallest case, and a typical one if that is another. */
interface KindTold extends CaseTold {
  kind: string;
  count: number;
  share: string;
  why: string;
  typical: CaseTold | null;
}

/** How one's own function begins, and what can be excused; see live/own_code.py. */
interface OwnBegun { name: string; text: string; excuses: [string, string, string][] }

/** A map; see maps.py. */
interface MapTold {
  caption: string;
  /** Camera and size of the view that its names are placed in. */
  from: number[] | null;
  axes: string[];
  size: number[];
  /** Kinds and how many cells have them, in turn, row by row; live, as bytes in base64. */
  cells: number[] | string;
  palette: Record<string, string[]>;
  alpha: number;
  legend: [string, string, string, number?, string?][];
  plate: number;
  looks: MapLooks | null;
  box: Box | null;
  cell: number;
  names: any[];
  there?: Column;
  // Of a live one alone; see plots.py.
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
interface MapNow {
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

/** Places on an axis, in parts; none where there is none. */
type Level = (number | null)[];

/** The curve of a live state; see plots.py. */
interface CurveTold {
  axis: string;
  ends: [number, number];
  x: Level;
  ticks: [number, string][];
  lanes: Lane[];
  said: string;
}

interface Lane {
  words: boolean;
  ticks: [number, string][];
  zero: number | null;
  lines: { name: string; tone: number; y: Level; level: Level | null; value: string }[];
  sides: LaneSides | null;
  roots: [number, number, string][];
}

interface LaneSides { x: Level; level: Level; hit: [Level, number]; miss: [Level, number] }

interface MapLooks {
  kinds: [number, number][];
  stripe: number;
  dots: number[];
  specks: number[];
  low: number;
  edge: number;
  dashes: number[];
  ink: Record<number, number>;
}

interface FieldTold {
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
  moments: [number, string][];
}

interface Live {
  scene: string;
  undo: boolean;
  redo: boolean;
  changed: boolean;
  case: string;
  called: string;
  fields: FieldTold[];
  pages: string[];
  time: Time | null;
  maps: [string, string][];
  map: MapNow | null;
  axes: string[];
  quantities: string[];
  curve: { axis: string; axes: string[]; now: number } | null;
  mapping?: { explained: string; preset: boolean };
  precision: { now: string; of: [string, string][] };
  asking: boolean;
  quiz: QuizTold | null;
  lesson: LessonTold | null;
  lab?: { map: string; preset: boolean; lens: LensTold | null };
}

/** What the page "Predict" says: an invitation, a question or the result. */
interface QuizTold {
  seed: number;
  seeds: number;
  invitation?: string;
  number?: string;
  asked?: string;
  answers?: string[];
  given?: number | null;
  score?: string;
  streak?: number;
  marks?: (number | null)[];
  /** Until it is revealed. */
  task?: string;
  ready?: boolean;
  places?: boolean;
  times?: boolean;
  /** From then on. */
  answered?: string;
  right?: boolean;
  way_on?: string;
  why?: string;
  step?: { number: number; title: string; numbers: string; result: string } | null;
  result?: { review: string[]; score: string; lines: string[]; copy: string };
}

/** How a lesson that Python walks along stands. */
interface LessonTold {
  title: string;
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
  } | null;
}

interface LensReading { name: string; word: string; right: boolean; tone: number; gap: string }

interface LensTold {
  compared: string;
  help: string;
  readings: LensReading[];
  axes: string[];
  axis: string | null;
  value: string | null;
  steps: string[];
}

interface Fresh {
  id: string;
  title: string;
  judged: boolean;
  cases: [string, string[]][];
  /** What cases are called where that is not their name. */
  titles: Record<string, string>;
  columns: number[];
}

interface Told { set: SampleSet; stop: StopAlone; live: Live; fresh?: Fresh; error: string }

/** A stop as it is shown: its samples, and live what is told of the session. */
interface Stop extends Arranged, StopAlone { set?: number; live?: Live; judged?: boolean }

/** Samples, and how many of their views stand beside each other in a stage of each shape. */
interface Arranged extends SampleSet { columns: number[] }

/** A lesson, or a scene by itself, as it is packed in its page. */
interface Lesson {
  title: string;
  /** The shapes that views are told for: widths against heights. */
  shapes: number[];
  key: string;
  source?: string;
  stops: (StopAlone & { set: number })[];
  sets: Arranged[];
  named: Record<string, number>;
  tones: Record<string, string[]>;
  site?: Site;
}

/** What a page of a site knows of the others; see site.py. */
interface Site {
  kind: "scene" | "lesson";
  scene: string;
  lesson: string | null;
  worker: string;
  start: string;
  /** Its others: what each is called in itself, and where pages in it lie. */
  languages: { language: string; name: string; at: string }[];
  /** What a scene has once Python is there. */
  coming?: { pages: string[]; precision: Live["precision"] };
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

// ---- between modules ----

/** What figures show now; see `Player.shown`. */
interface Shown {
  theme: string;
  named: Record<string, number>;
  colour(tone: number): string;
  lit: string;
  asked: boolean;
  article: boolean;
  derivation: boolean;
  step: number | null;
  hides: Set<string>;
  names: Set<string> | null;
  map: HTMLCanvasElement | null;
  /** What is told of that map. */
  laid?: MapTold | null;
  /** Over a map: how opaque the ground below words is; that of their outline's width. */
  plate?: number;
  halo?: number;
  bare?: boolean;
  casing?: number;
}

/** What a canvas has room for, in px. */
interface Extent { wide: number; tall: number }

/** A shape in px of the page; see compose.js. */
interface Shape {
  kind: string;
  n: number[];
  wide?: number;
  bare?: boolean;
  seen?: number;
  phase?: number;
}

/** A shape with the looks of its prim. */
interface Inked {
  prim: Prim;
  kind: string;
  n: number[];
  phase: number;
  seen: number;
  wide: number;
  fill: number;
}

/** A path, and where they differ what of it is filled, and the head of an arrow. */
interface Traced { path: Path2D; filled?: Path2D; head?: Path2D }

interface Piece { text: string; font: string; x: number; down: number }
interface Line { pieces: Piece[]; wide: number }

/** The lines of a shape in space: its colour with its opacity, and its dashes. */
interface Stroke { colour: Point; width: number; dash: number[] | null }

/** What a shader draws: its row of numbers and how far off it is. */
interface ShapeRow { depth: number; row: number[] }

interface Solid {
  a: Point;
  b: Point;
  radius: number;
  colour: Point;
  middle: Point;
  away: number;
}

/** A place that words may have. */
interface Place {
  /** The anchor and the size of the words that stand there. */
  of?: Box;
  cost: number;
  left: number;
  top: number;
  share: number;
  out: number;
  angle: number;
}

/** Left, top, right and foot. */
type Box = number[];

/** What of the plane can be in sight: within so many px of a point. */
interface Reach { middle: Point; reach: number }

/** A stretch of a chain, how far along it starts, and whether it has the chain's end. */
interface Stretch { points: Point[]; way: number; ended: boolean }

/** What a piece of a chain is beside its ends; axes are directions and a length. */
interface PieceOf {
  axis: Point;
  before: Point | null;
  after: Point | null;
  way: number;
  head: Point;
}

interface GridLine {
  axis: number;
  at: number;
  wide: number;
  seen: number;
  major?: number;
  own?: boolean;
}

interface GridNumber { axis: number; at: number; text: string }

type Composer = (
  n: number[], unit: number, sight: Sight, wide: number, filled: boolean) => Shape[];

type Inker = (room: Room, x: number, y: number, u: number, v: number, sight: Extent) => void;

type Placing = (
  x: number, y: number, w: number, h: number, first: number, gap: number, known?: string,
) => { x: number; y: number; line: Point | null; covered: boolean };

type PlacesOf = (
  x: number, y: number, w: number, h: number, first: number, gap: number, was?: Place,
) => Place[];

/** A part of a text: what it is in mathematics, the key of what it names, its letters. */
interface Run { sign: string; text: string; key?: string }

/** What shaders are told, by name. */
type Uniforms = Record<string, number | number[] | Float32Array | Int32Array>;

/** Rows of numbers for a shader. */
interface Table { array: WebGLVertexArrayObject; buffer: WebGLBuffer | null }

type LayerDrawer = (
  screen: Screen3D, sheet: Sheet, rows: Float32Array, common: Uniforms) => void;

/** The samples along one dim, and which of them it is. */
interface Along { digit: number; samples: number[] }

type Writing = (
  line: Line, left: number, top: number, large: number, colour: string, seen: number,
  shown: Shown) => void;

type Tracing = (
  traced: Traced, looks: { seen: number; fill: number }, wide: number, casing: number,
  bare?: boolean) => void;

type Marking = (
  marker: string | undefined, n: number[], seen: number, rim: number, shown: Shown) => void;

/** A label with its text, told apart from others of the view. */
interface Known { label: Label; text: string; seen: number; known: string }

type Labelling = (one: Known, i: number, room: Room, shown: Shown) => void;

type CoverOf = (looks: MapLooks, texture: number, x: number, y: number, sharp: number) => number;

/** What a key does. */
type Act = () => void;

/** A card that is a page, or stands beside the pages. */
interface Card { element: HTMLElement; show(): void; told?: string | string[] }
interface PageCard extends Card { under?: HTMLCanvasElement | null; laid?: MapTold | null }

/** Where a handle is among its places, how many there are, and which text is read. */
interface Placed { now: number; least: number; most: number; text: number }

/** The time of a stop: of samples, or live. */
interface Transport {
  element: HTMLElement;
  playing: boolean;
  readonly digit: number;
  wish?: number | null;
  timed?(sample: number): number;
  turn(number: number): void;
  play(on: boolean): void;
  reset(): void;
  show(): void;
}

interface LivePage { name: string; title: string; card: (player: Player) => PageCard }

/** Where what is shown comes from: packed samples, or Python in a worker. */
interface Source {
  readonly packed: boolean;
  /** What a scene has beside derivation and code; of Python in a worker alone. */
  readonly pages?: LivePage[];
  readonly stop: Stop;
  readonly unmoved: boolean;
  has(page: string): boolean;
  transport(): Transport | null;
  open(): void;
  reset(): void;
  idle(): Promise<void>;
  take(handle: Handle, x: number, y: number): void;
  carry(handle: Handle, x: number, y: number, snap: boolean): void;
  release(handle: Handle): void;
  nudge(handle: Handle, way: number[], event: KeyboardEvent): void;
  placed(handle: Handle): Placed;
  /** Views have another of the shapes. */
  reshaped(shape: number): void;
  turned(): void;
  compared(on: boolean): void;
  answered(number: number): void;
  stepped(step: number | null): void;
  /** Go to a lesson's end. */
  finish?(): void;
  /** Go to a sample; of packed ones alone. */
  go?(sample: number): void;
  /** The map under the figure; live alone. */
  readonly maps?: LiveMaps;
  /** Do something to the state; live alone. */
  do?(...verb: Verb): void;
  /** Ask for something else than the state, and say a line; live alone. */
  ask?(request: Wanted): Promise<any>;
  say?(words: string): void;
}

type Maker = <K extends keyof HTMLElementTagNameMap>(
  name: K, about?: Record<string, any>, ...children: (Node | string)[],
) => HTMLElementTagNameMap[K];

/** A question that answers with something else than a state. */
type Wanted = [string, ...any[]];
interface Asked { request: Wanted; done(told?: any): void; failed(error: Error): void; since: number }

/** A question that is under way. */
interface Under { id: number; told(told: any): void; failed?(error: Error): void }

/** A text that a worker says: its English, and what stands in its places. */
interface WorkerText { text: string; places: Record<string, string | number | WorkerText> }

interface Failure { words: string; hint: string }

/** What hears of a worker. */
interface Heard {
  onTold?(told: Told): void;
  onProgress?(how: { share: number; words: string }): void;
  onReady?(): void;
  onFailed?(how: Failure): void;
  onError?(words: string): void;
}

/** A worker of the judge, and the trial that it runs. */
interface Judging {
  trial: {
    id: number;
    done(told?: any): void;
    failed(error: Error): void;
    onPart?(part: any): void;
  } | null;
  ready: Promise<void>;
  thread: Worker | null;
}

/** What is told of a trial of one's own code; see judge.py. */
interface Trial {
  error?: string;
  line?: number;
  printed?: string[];
  head: string;
  notes: string[];
  kinds: KindTold[];
  asked: number;
  wrong: number;
}

/** What the report of a trial leads to. */
interface ReportDeeds {
  open(link: string): void;
  goTo(line: number): void;
  say(words: string): void;
}

type Scale = (at: number) => number;

type RootsPlaced = (
  roots: Lane["roots"], drawn: Point[], x: Scale, y: Scale, wide: number, tall: number,
) => [string, number, number, string][];

type SvgMaker = (
  name: string, about: Record<string, string | number>, ...children: (Element | string)[],
) => Element;

/** A choice on the page of maps; `shape` tells apart what it offers. */
interface MapChoice { row: HTMLElement; select: HTMLSelectElement; shape: string }

interface KindLine { name: string; item: HTMLElement; button: HTMLElement; part: HTMLElement }

type Offering = (
  choice: MapChoice, names: string[], now: string, other?: string | null) => void;

type Verb = [string, ...any[]];

interface Window { player: Player }

// All that pages ask for by a selector is HTML.
interface ParentNode {
  querySelectorAll(selectors: "canvas"): NodeListOf<HTMLCanvasElement>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
