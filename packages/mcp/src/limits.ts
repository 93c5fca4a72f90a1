/** Bounds on what a server may make us hold. Bytes unless the name says otherwise. */
export const LIMITS = Object.freeze({
  /** One message; what is longer is dropped while it arrives. */
  messageBytes: 16 * 1024 ** 2,
  /** Of one dropped message, or of all noise of a connection; then the server is let go. */
  droppedBytes: 256 * 1024 ** 2,
  /** Last part of standard error that is kept. */
  stderrBytes: 8 * 1024,
  /** One tool definition as JSON. */
  definitionBytes: 64 * 1024,
  /** Levels of one tool definition. */
  definitionDepth: 40,
  descriptionChars: 2048,
  /** Of a server's instructions; what comes behind is neither pinned nor shown. */
  instructionsChars: 2048,
  toolsPerServer: 1000,
  pages: 100,
  /** Result text the model reads at once; the rest goes to a file. */
  resultBytes: 100_000,
  /** What a server may raise that to for a tool of its own. */
  raisedResultBytes: 500_000,
  /** Parts of one result. */
  parts: 1_000,
  /** Of these, how many the model may get one by one. */
  partsApart: 100,
  /** Levels of what a result has beside its parts. */
  structuredDepth: 200,
  imageBytes: 5 * 1024 ** 2,
});

/** Times in milliseconds that hold where nobody sets others. */
export const TIMES = Object.freeze({
  /** From the start of a server to its list of tools. */
  start: 10_000,
  /** Silence during a call. */
  idle: 300_000,
  /** A whole call, however much progress it reports. */
  call: 3_600_000,
  /** Between the first failed attempt to connect and the next; doubles with each. */
  backoff: 500,
  maxBackoff: 30_000,
  /** For a server to end by itself once its input is closed, and again after it was told to. */
  grace: 1_000,
  /** Collects bursts of changes. */
  settle: 100,
});

/** Attempts in a row to reach a server, until it is left alone for as long as the last wait. */
export const MAX_ATTEMPTS = 5;
