/** A text that was fetched, as a session keeps it. */
export interface Page {
  /** Where it came from in the end. */
  readonly url: string;
  readonly host: string;
  readonly code: number;
  readonly codeText: string;
  /** Such as `text/html`; what the server said, or `unknown type`. */
  readonly mediaType: string;
  /** Markdown for HTML, else the text itself. */
  readonly text: string;
  /** Size as it was read, decompressed. */
  readonly bytes: number;
  /** ISO 8601. */
  readonly fetchedAt: string;
  /** What is to know about it, in sentences for the model. */
  readonly notes: readonly string[];
  /** May be given again without asking the site. */
  readonly mayKeep: boolean;
}
