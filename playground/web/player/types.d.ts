/* Types shared by the modules. */

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
/** The exports of codemirror/entry.mjs; CodeMirror's own types are not part of this project. */
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
type SampleTransport = import("./transport.js").SampleTransport;
type LiveTransport = import("./transport.js").LiveTransport;
type Transport = SampleTransport | LiveTransport;
type WebglCanvas = import("./webgl_canvas.js").WebglCanvas;
type SpaceDrawList = import("./space_draw_list.js").SpaceDrawList;
type Pen = CanvasRenderingContext2D;

/** The drawing options of figures; see `Player.drawState`. */
interface DrawState {
  theme: string;
  colorNumbers: Record<string, number>;
  colour(tone: number): string;
  highlightedKey: string;
  isQuestionOpen: boolean;
  showsArticle: boolean;
  step: number | null;
  /** The fraction of the way to the next sample during playback. */
  shareAhead: number;
  hiddenKeys: Set<string>;
  names: Set<string> | null;
  map: HTMLCanvasElement | null;
  /** The data of that map. */
  shownMap?: MapData | null;
  /** Whether it belongs to another state. */
  isMapStale: boolean;
  /** Over a map: the opacity of label backgrounds, and the width of halos. */
  labelBackground?: number;
  haloScale?: number;
  withoutCasing?: boolean;
  casingWidth?: number;
}

/** A size in px. */
interface Extent { width: number; height: number }

/** A shape in page px; see plane_shapes.js. */
interface Shape {
  kind: string;
  n: number[];
  widthRatio?: number;
  isUnfilled?: boolean;
  opacity?: number;
  dashOffset?: number;
}

/** A shape with the style of its primitive. */
interface StyledShape {
  prim: Primitive;
  kind: string;
  n: number[];
  dashOffset: number;
  opacity: number;
  width: number;
  fill: number;
}

/** A path, and where different its filled path, and an arrowhead. */
interface ShapePaths { path: Path2D; fillPath?: Path2D; headPath?: Path2D }

interface Piece { text: string; font: string; x: number; baselineShift: number }
interface Line { pieces: Piece[]; width: number }

/** The stroke of a shape in space: colour with opacity, and dashes. */
interface Stroke { colour: Point; width: number; dash: number[] | null }

/** A row of numbers for the shader, and its inverse depth. */
interface ShapeRow { depth: number; row: number[] }

interface Solid {
  a: Point;
  b: Point;
  radius: number;
  colour: Point;
  center: Point;
  distance: number;
}

/** A candidate position of a label. */
interface LabelCandidate {
  /** The anchor and size of the label. */
  labelBox?: Box;
  /** The drawn corner relative to the anchor, and during a move the remaining offset and time. */
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

/** Left, top, right and bottom. */
type Box = number[];

/** The circle around the visible part of the plane, in px. */
interface VisibleCircle { center: Point; radius: number }

/** A visible part of a polyline, with the distance of its start, and whether it contains the
    polyline's end. */
interface VisibleRun { points: Point[]; start: number; hasEnd: boolean }

/** The data of a segment apart from its ends; an axis is a direction and a length. */
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

/** A label to place: anchor, size and preferred direction. */
interface LabelRequest extends VisibleLabel {
  x: number;
  y: number;
  width: number;
  height: number;
  first: number;
  gap: number;
  line: Line;
  fontSize: number;
  /** The distance of the letters from the label's top. */
  lead?: number;
}

/** The position of a label, and its leader. */
interface PlacedLabel { x: number; y: number; line: Point | null }

/** Whether labels keep their sides, and the time since the last frame. */
interface PlacementMode { keepsSides: boolean; elapsedMs: number }

/** A run of a text: its mark, highlight key and letters. */
interface Run { mark: string; text: string; key?: string }

/** Uniforms of shaders by name. */
type Uniforms = Record<string, number | number[] | Float32Array | Int32Array>;

/** The distance of a point inside a side; other points are clipped. */
type Side = (point: Point) => number;

/** A triangle on screen, and its antialiased edge: normal and offset. */
interface EdgeTriangle { corners: Point[]; edge: Point }

/** A polygon's corners counter-clockwise, the edge after each, and its offset to a px outside. */
interface Outline { points: Point[]; edges: Point[]; miters: Point[]; isReversed: boolean }

/** A buffer of rows for a shader. */
interface Table { array: WebGLVertexArrayObject; buffer: WebGLBuffer | null }

/** The samples along one dimension, and the index of the current one. */
interface SamplesAlong { current: number; samples: number[] }

type TextDrawer = (
  line: Line, left: number, top: number, fontSize: number, colour: string, opacity: number,
  drawState: DrawState) => void;

type PathStroker = (
  paths: ShapePaths, style: { opacity: number; fill: number }, width: number, casing: number,
  isUnfilled?: boolean) => void;

/** A visible label with its text and cache key. */
interface VisibleLabel { label: Label; text: string; opacity: number; cacheKey: string }

/** The action of a key or button. */
type Action = () => void;

/** The card of a page. */
interface PageCard {
  element: HTMLElement;
  show(): void;
  imageUnderFigure?: HTMLCanvasElement | null;
}

/** The index of a handle's position, its range, and the index of its text. */
interface HandleRange { value: number; min: number; max: number; textIndex: number }

/** The range of a time, its current value, the duration of playback, and its moments; those of
    samples have no names. */
interface TimeRange {
  low: number;
  high: number;
  now: number;
  seconds?: number;
  moving?: boolean;
  moments: [number, string][];
}

/** The playback settings, shared by all stops. */
interface Playback { isLooping: boolean; speed: number }

interface LivePage { name: string; title: string; createCard: (player: Player) => PageCard }

/** A source of states: precomputed samples, or Python in a worker. */
interface Source {
  readonly isPrecomputed: boolean;
  /** Further pages of a scene; live only. */
  readonly pages?: LivePage[];
  readonly stop: Stop;
  readonly isUnchanged: boolean;
  hasPage(page: string): boolean;
  createTransport(): Transport | null;
  /** Open the current stop; with `plays`, animated if only the time changes. */
  openStop(plays: boolean): void;
  /** Play that animation once the stop is built; precomputed only. */
  playArrival?(): void;
  reset(): void;
  /** Optional methods are those that precomputed samples do not need. */
  whenIdle?(): Promise<void>;
  pressHandle?(handle: Handle, x: number, y: number): void;
  dragHandle(handle: Handle, x: number, y: number, snap: boolean): void;
  releaseHandle?(handle: Handle): void;
  /** Called when the camera of a view was moved or reset. */
  onCameraMoved?(figure: PlaneView | SpaceView): void;
  onFit?(): void;
  nudgeHandle(handle: Handle, direction: number[], event: KeyboardEvent): void;
  handleRange(handle: Handle): HandleRange;
  /** Called for another aspect ratio of views. */
  onAspectRatioChange?(shape: number): void;
  onPageChange?(plays: boolean): void;
  onComparisonChange?(on: boolean): void;
  onQuestionAnswered?(number: number): void;
  /** Go to the time of a step; Python does this by itself. */
  onStepChange?(step: number | null, plays: boolean): void;
  onAnswerShown?(): void;
  /** The state of the lesson, if any, and whether its end is shown. */
  readonly lessonState: LessonState | null;
  readonly isLessonEnded: boolean;
  /** Show the end of the lesson. */
  finishLesson(): void;
  /** Go to a sample; precomputed only. */
  setSample?(sample: number): void;
  /** The map below the figure; live only. */
  readonly maps?: LiveMapLayer;
  /** Run a command; live only. */
  do?(...command: Command): void;
  /** Request something other than the state, and show a notice; live only. */
  ask?(request: WorkerRequest): Promise<any>;
  showNotice?(text: string): void;
}

type ElementFactory = <K extends keyof HTMLElementTagNameMap>(
  name: K, about?: Record<string, any>, ...children: (Node | string)[],
) => HTMLElementTagNameMap[K];

/** A request for something other than the state. */
type WorkerRequest = [string, ...any[]];
interface PendingRequest {
  request: WorkerRequest;
  resolve(answer?: any): void;
  reject(error: Error): void;
  startTime: number;
}

/** A running request. */
interface CurrentRequest { id: number; onAnswer(answer: any): void; onFailure?(error: Error): void }

/** A message from a worker: its English and placeholders. */
interface WorkerText { text: string; places: Record<string, string | number | WorkerText> }

interface Failure { words: string; hint: string }

/** The callbacks of a worker. */
interface WorkerListeners {
  onAnswer?(answer: StateAnswer): void;
  onProgress?(how: { share: number; words: string }): void;
  onReady?(): void;
  onFailed?(how: Failure): void;
  onError?(text: string): void;
}

/** A worker for user code, and its running evaluation. */
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

type Command = [string, ...any[]];

/** The dialog with keys and touch gestures. */
interface Help { element: HTMLDialogElement; toggle(): void }

interface Window { player: Player }

// Pages query only HTML elements.
interface ParentNode {
  querySelectorAll(selectors: "canvas"): NodeListOf<HTMLCanvasElement>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
