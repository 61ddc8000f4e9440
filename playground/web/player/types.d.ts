/* What modules give to each other. */

type Player = import("./player.js").Player;
type Sight = import("./plane_shapes.js").Sight;
type Eye = import("./space_camera.js").Eye;
type Room = import("./label_placement.js").Room;
type Figure = import("./figure.js").Figure;
type Plane = import("./plane.js").Plane;
type Space = import("./space.js").Space;
type JudgeWorker = import("./evaluation_worker.js").JudgeWorker;
type Help = import("./help.js").Help;
type QuizCard = import("./quiz_card.js").QuizCard;
type JudgeCard = import("./evaluation_card.js").JudgeCard;
type LensCard = import("./precision_card.js").LensCard;
type LiveMaps = import("./live_map_layer.js").LiveMaps;
type LiveSource = import("./live_source.js").LiveSource;
type WorkerSource = import("./worker_client.js").WorkerSource;
type Handle = import("./handle.js").Handle;
type Screen3D = import("./webgl_canvas.js").Screen;
type Sheet = import("./space_draw_list.js").Sheet;
type Pen = CanvasRenderingContext2D;

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

/** A shape in px of the page; see plane_shapes.js. */
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
