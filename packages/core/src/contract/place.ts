/** Indexes into the transcript: a message, and a block of it. */
export interface BlockPlace {
  readonly message: number;
  readonly block: number;
}

/** The place of an image or a document; `part` is its place in the block when that is a result. */
export interface MediaPlace extends BlockPlace {
  readonly part?: number;
}
