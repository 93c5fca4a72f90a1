/** A reason why there is no page, in words for the model. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
}

/** No connection came about, so another way to the same host may still work. */
export class ConnectFailure extends FetchFailure {}
