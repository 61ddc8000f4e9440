/* What Python tells a page of a state, packed beforehand or live, and what modules give to each
   other. A test holds the told ones against what Python tells. */

type Player = import("./player.js").Player;
type Sight = import("./compose.js").Sight;
type Eye = import("./eye.js").Eye;
type Room = import("./room.js").Room;
type Figure = import("./figure.js").Figure;
type Handle = import("./handle.js").Handle;
type Screen3D = import("./screen.js").Screen;
type Sheet = import("./sheet.js").Sheet;
type Pen = CanvasRenderingContext2D;

/** Coordinates, or a colour: as many as its user says. */
type Point = number[];

// ---- told by Python ----

/** The numbers of all samples as steps from one to the next; one stands for all. */
type Column = number | number[];

/** The texts of all samples: templates, which of them each has, and what goes into them. */
interface Words { of: string[]; at: number[]; in: string[][][] }

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
  answer: Words;
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
}

interface Field {
  name: string;
  label: string;
  unit: string;
  help: string;
  kind: string;
  values: (number | string | boolean)[];
  low: number;
  high: number;
  step: number | null;
  shown: number;
  texts: string[];
  parts?: string[];
  options?: [string, string][];
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
  link: string;
  undo: boolean;
  redo: boolean;
  changed: boolean;
  case: string;
  fields: Field[];
  pages: string[];
  time: Time | null;
  maps: [string, string][];
  map: any;
  axes: string[];
  quantities: string[];
  curve: { axis: string; axes: string[] } | null;
  precision: { now: string; of: [string, string][] };
  held: [string, number] | null;
  asking: boolean;
}

interface Fresh { id: string; title: string; cases: [string, string[]][] }

interface Told { set: SampleSet; stop: StopAlone; live: Live; fresh?: Fresh; error: string }

/** A stop as it is shown: its samples, and live what is told of the session. */
interface Stop extends SampleSet, StopAlone { set?: number; live: Live; links?: Words; map: any }

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

type Verb = [string, ...any[]];

interface Window { player: Player }
