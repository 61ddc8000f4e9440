/* What modules give to each other. */

type Player = import("./player.js").Player;
type PlaneProjection = import("./plane_shapes.js").PlaneProjection;
type PerspectiveView = import("./space_camera.js").PerspectiveView;
type LabelPlacer = import("./label_placement.js").LabelPlacer;
type Figure = import("./figure.js").Figure;
type PlaneView = import("./plane.js").PlaneView;
type SpaceView = import("./space.js").SpaceView;
type EvaluationWorker = import("./evaluation_worker.js").EvaluationWorker;
type QuizCard = import("./quiz_card.js").QuizCard;
type CodeEditor = import("./code_editor.js").CodeEditor;
/** What codemirror/entry.mjs exports: CodeMirror's own types are no part of this project. */
type CodeMirrorModule = Record<string, any>;
/** CodeMirror's EditorView. */
type CodeMirrorView = any;
type EvaluationCard = import("./evaluation_card.js").EvaluationCard;
type PrecisionCard = import("./precision_card.js").PrecisionCard;
type LiveMapLayer = import("./live_map_layer.js").LiveMapLayer;
type LessonLinks = import("./lesson_links.js").LessonLinks;
type LiveSource = import("./live_source.js").LiveSource;
type WorkerClient = import("./worker_client.js").WorkerClient;
type Handle = import("./handle.js").Handle;
type WebglCanvas = import("./webgl_canvas.js").WebglCanvas;
type SpaceDrawList = import("./space_draw_list.js").SpaceDrawList;
type Pen = CanvasRenderingContext2D;

/** What figures show now; see `Player.drawState`. */
interface DrawState {
  theme: string;
  colorNumbers: Record<string, number>;
  colour(tone: number): string;
  highlightedKey: string;
  isQuestionOpen: boolean;
  showsArticle: boolean;
  showsDerivation: boolean;
  step: number | null;
  /** How far what plays is on the way to the next sample. */
  shareAhead: number;
  hiddenKeys: Set<string>;
  names: Set<string> | null;
  map: HTMLCanvasElement | null;
  /** What is told of that map. */
  shownMap?: MapData | null;
  /** Whether it is still that of another state. */
  isMapStale: boolean;
  /** Over a map: how opaque the ground below words is; that of their outline's width. */
  labelBackground?: number;
  haloScale?: number;
  withoutCasing?: boolean;
  casingWidth?: number;
}

/** What a canvas has room for, in px. */
interface Extent { width: number; height: number }

/** A shape in px of the page; see plane_shapes.js. */
interface Shape {
  kind: string;
  n: number[];
  widthRatio?: number;
  isUnfilled?: boolean;
  opacity?: number;
  dashOffset?: number;
}

/** A shape with the looks of its prim. */
interface StyledShape {
  prim: Primitive;
  kind: string;
  n: number[];
  dashOffset: number;
  opacity: number;
  width: number;
  fill: number;
}

/** A path, and where they differ what of it is filled, and the head of an arrow. */
interface ShapePaths { path: Path2D; fillPath?: Path2D; headPath?: Path2D }

interface Piece { text: string; font: string; x: number; baselineShift: number }
interface Line { pieces: Piece[]; width: number }

/** The lines of a shape in space: its colour with its opacity, and its dashes. */
interface Stroke { colour: Point; width: number; dash: number[] | null }

/** What a shader draws: its row of numbers and how far off it is. */
interface ShapeRow { depth: number; row: number[] }

interface Solid {
  a: Point;
  b: Point;
  radius: number;
  colour: Point;
  center: Point;
  distance: number;
}

/** A place that words may have. */
interface LabelCandidate {
  /** The anchor and the size of the words that stand there. */
  labelBox?: Box;
  /** Where their corner was drawn, from the anchor: so far off its place, for so long yet. */
  offset?: Point;
  shift?: Point;
  remainingMs?: number;
  cost: number;
  left: number;
  top: number;
  occupiedShare: number;
  ringDistance: number;
  angle: number;
}

/** Left, top, right and foot. */
type Box = number[];

/** What of the plane can be in sight: within so many px of a point. */
interface VisibleCircle { center: Point; radius: number }

/** A stretch of a chain, how far along it starts, and whether it has the chain's end. */
interface VisibleRun { points: Point[]; start: number; hasEnd: boolean }

/** What a piece of a chain is beside its ends; axes are directions and a length. */
interface PieceData {
  axis: Point;
  before: Point | null;
  after: Point | null;
  start: number;
  head: Point;
}

interface GridLine {
  axis: number;
  position: number;
  width: number;
  opacity: number;
  majorRatio?: number;
  isAxis?: boolean;
}

interface GridNumber { axis: number; position: number; text: string; isZero: boolean }

type ShapeComposer = (
  n: number[], unit: number, projection: PlaneProjection, width: number, filled: boolean) => Shape[];

type SegmentSampler = (
  placer: LabelPlacer, x: number, y: number, u: number, v: number, view: Extent) => void;

/** Words to place: their anchor and size, and the direction that they try first. */
interface LabelRequest extends VisibleLabel {
  x: number;
  y: number;
  width: number;
  height: number;
  first: number;
  gap: number;
  line: Line;
  fontSize: number;
  /** How far their letters begin below their top. */
  lead?: number;
}

/** Where words are drawn, and the line to them. */
interface PlacedLabel { x: number; y: number; line: Point | null }

/** Whether words keep their sides, and how long ago the last picture was. */
interface PlacementMode { keepsSides: boolean; elapsedMs: number }

type CandidateListing = (request: LabelRequest, was?: LabelCandidate) => LabelCandidate[];

/** A part of a text: what it is in mathematics, the key of what it names, its letters. */
interface Run { mark: string; text: string; key?: string }

/** What shaders are told, by name. */
type Uniforms = Record<string, number | number[] | Float32Array | Int32Array>;

/** How far a point lies within a side; it is cut off where that is not positive. */
type Side = (point: Point) => number;

/** A triangle on screen, and the edge across which it fades: its normal, and how far along. */
interface EdgeTriangle { corners: Point[]; edge: Point }

/** A polygon's corners counter-clockwise, the edge after each, and the way to a px outside. */
interface Outline { points: Point[]; edges: Point[]; miters: Point[]; isReversed: boolean }

/** Rows of numbers for a shader. */
interface Table { array: WebGLVertexArrayObject; buffer: WebGLBuffer | null }

type LayerDrawer = (
  screen: WebglCanvas, drawList: SpaceDrawList, rows: Float32Array, common: Uniforms) => void;

/** The samples along one dim, and which of them it is. */
interface SamplesAlong { current: number; samples: number[] }

type TextDrawer = (
  line: Line, left: number, top: number, fontSize: number, colour: string, opacity: number,
  drawState: DrawState) => void;

type PathStroker = (
  paths: ShapePaths, style: { opacity: number; fill: number }, width: number, casing: number,
  isUnfilled?: boolean) => void;

type MarkerDrawer = (
  marker: string | undefined, n: number[], opacity: number, rim: number,
  drawState: DrawState) => void;

/** A label with its text, told apart from others of the view. */
interface VisibleLabel { label: Label; text: string; opacity: number; cacheKey: string }

type CoverageFunction = (
  looks: MapPatterns, texture: number, x: number, y: number, sharp: number) => number;

/** What became of a lesson's stop; see `LessonState.marks`. */
interface StopOutcome {
  kind: string;
  mark: string;
  title: string;
  learned: string;
  result: string;
}

/** What a key does. */
type Action = () => void;

/** A card that is a page, or stands beside the pages. */
interface Card { element: HTMLElement; show(): void; announcement?: string | string[] }
interface PageCard extends Card {
  imageUnderFigure?: HTMLCanvasElement | null;
  shownMap?: MapData | null;
}

/** Where a handle is among its places, how many there are, and which text is read. */
interface HandleRange { value: number; min: number; max: number; textIndex: number }

/** The time of a stop: of samples, or live. */
interface Transport {
  element: HTMLElement;
  /** Whether the time changes by itself: it plays, or is on its way to a step. */
  readonly isMoving: boolean;
  isPlaying: boolean;
  readonly range: TimeRange;
  readonly shareAhead?: number;
  requestedTime?: number | null;
  setSample?(sample: number): number;
  step(way: number): void;
  loop(): void;
  play(on: boolean): void;
  /** Play the way from a time to another, in columns' numbers; of samples alone. */
  playMove?(begin: number, goal: number): void;
  /** Go to the end of the way that is played; whether one is. */
  finishMove(): boolean;
  reset(): void;
  show(): void;
}

/** The ends of a time, what it is now, and how long it plays. */
interface TimeRange { low: number; high: number; now: number; seconds?: number; moving?: boolean }

/** How the time plays, from stop to stop. */
interface Playback { isLooping: boolean; speed: number }

interface LivePage { name: string; title: string; createCard: (player: Player) => PageCard }

/** Where what is shown comes from: packed samples, or Python in a worker. */
interface Source {
  readonly isPrecomputed: boolean;
  /** What a scene has beside derivation and code; of Python in a worker alone. */
  readonly pages?: LivePage[];
  readonly stop: Stop;
  readonly isUnchanged: boolean;
  hasPage(page: string): boolean;
  createTransport(): Transport | null;
  /** Open the present stop; the way there `plays`, if the time is all that moves. */
  openStop(plays: boolean): void;
  /** Play that way, once the stop is built; of packed samples alone. */
  playArrival?(): void;
  reset(): void;
  whenIdle(): Promise<void>;
  /** What all states that were worked out beforehand need not be told, is live alone. */
  pressHandle?(handle: Handle, x: number, y: number): void;
  dragHandle(handle: Handle, x: number, y: number, snap: boolean): void;
  releaseHandle?(handle: Handle): void;
  nudgeHandle(handle: Handle, direction: number[], event: KeyboardEvent): void;
  handleRange(handle: Handle): HandleRange;
  /** Views have another of the shapes. */
  onAspectRatioChange?(shape: number): void;
  onPageChange?(plays: boolean): void;
  onComparisonChange?(on: boolean): void;
  onQuestionAnswered?(number: number): void;
  /** Go to the time of a step, as Python does by itself. */
  onStepChange?(step: number | null, plays: boolean): void;
  onAnswerShown?(): void;
  /** How the lesson stands, if there is one, and whether its end is shown. */
  readonly lessonState: LessonState | null;
  readonly isLessonEnded: boolean;
  /** Go to a lesson's end. */
  finishLesson(): void;
  /** Go to a sample; of packed ones alone. */
  setSample?(sample: number): void;
  /** The map under the figure; live alone. */
  readonly maps?: LiveMapLayer;
  /** Do something to the state; live alone. */
  do?(...command: Command): void;
  /** Ask for something else than the state, and say a line; live alone. */
  ask?(request: WorkerRequest): Promise<any>;
  showNotice?(text: string): void;
}

type ElementFactory = <K extends keyof HTMLElementTagNameMap>(
  name: K, about?: Record<string, any>, ...children: (Node | string)[],
) => HTMLElementTagNameMap[K];

/** A question that answers with something else than a state. */
type WorkerRequest = [string, ...any[]];
interface PendingRequest {
  request: WorkerRequest;
  resolve(answer?: any): void;
  reject(error: Error): void;
  startTime: number;
}

/** A question that is under way. */
interface CurrentRequest { id: number; onAnswer(answer: any): void; onFailure?(error: Error): void }

/** A text that a worker says: its English, and what stands in its places. */
interface WorkerText { text: string; places: Record<string, string | number | WorkerText> }

interface Failure { words: string; hint: string }

/** What hears of a worker. */
interface WorkerListeners {
  onAnswer?(answer: StateAnswer): void;
  onProgress?(how: { share: number; words: string }): void;
  onReady?(): void;
  onFailed?(how: Failure): void;
  onError?(text: string): void;
}

/** A worker of the judge, and the trial that it runs. */
interface EvaluationProcess {
  run: {
    id: number;
    done(answer?: any): void;
    failed(error: Error): void;
    onPart?(part: any): void;
  } | null;
  ready: Promise<void>;
  worker: ReturnType<typeof import("./sandbox.js").startWorker> | null;
  hasEnded: boolean;
}

/** A choice on the page of maps. */
interface MapChoice { row: HTMLElement; select: HTMLSelectElement }

interface KindLine {
  name: string;
  item: HTMLElement;
  button: HTMLElement;
  shareElement: HTMLElement;
}

type Command = [string, ...any[]];

/** The keys, and what fingers do, in a box over the page. */
interface Help { element: HTMLDialogElement; toggle(): void }

interface Window { player: Player }

// All that pages ask for by a selector is HTML.
interface ParentNode {
  querySelectorAll(selectors: "canvas"): NodeListOf<HTMLCanvasElement>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
