import type { Effect } from "./effect.ts";

/** The file of a package that says what its pack brings, beside its `package.json`. */
export const MANIFEST_FILE = "gauntlet.manifest.json";

/** Version of the form of manifests. */
export const MANIFEST_FORMAT = 1;

export type EffectKind = Effect["kind"];

/** Every kind of effect. */
export const EFFECT_KINDS = Object.freeze(
  Object.keys({
    read: 0,
    write: 0,
    delete: 0,
    connect: 0,
    exec: 0,
    opaque: 0,
    state: 0,
    person: 0,
    unknown: 0,
  } satisfies Record<EffectKind, 0>) as EffectKind[],
);

/** A flag as an author gave it: a constant, left out (`null`), or decided for each input. */
export type DeclaredFlag = boolean | null | "by input";

/** What of a tool's declaration its functions no longer show. */
export interface DeclaredFacts {
  readonly isReadOnly: DeclaredFlag;
  readonly isConcurrencySafe: DeclaredFlag;
  /** Kinds of effects its calls may have; missing: any. */
  readonly effectKinds?: readonly EffectKind[];
  /** Hosts its calls may connect to, written as in `WebFetch(domain:…)`; missing: any. */
  readonly hosts?: readonly string[];
}

/** One tool of a manifest. */
export interface ToolManifest {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What the model reads; a tool may describe itself anew in each session (`describesItself`). */
  readonly description: string;
  readonly describesItself: boolean;
  readonly searchHint: string | null;
  readonly input: unknown;
  /** Schema of what its calls give; missing: it declares none. */
  readonly output?: unknown;
  readonly flags: {
    readonly isReadOnly: DeclaredFlag;
    readonly isConcurrencySafe: DeclaredFlag;
    readonly strict: boolean;
    readonly shouldDefer: boolean;
    readonly alwaysLoad: boolean;
    readonly needsPerson: boolean;
    readonly honorsReadDenies: boolean;
    readonly onInterrupt: "cancel" | "finish";
  };
  readonly timeoutMs: number;
  readonly maxResultBytes: number;
  readonly effects: readonly EffectKind[] | "any";
  readonly hosts: readonly string[] | "any";
}

/** What a pack brings and asks for, as data: it can be read, pinned and compared without running the pack. */
export interface PackManifest {
  readonly manifest: typeof MANIFEST_FORMAT;
  readonly contract: number;
  readonly name: string;
  readonly tools: readonly ToolManifest[];
  /** Hooks it taps, in the order a call passes them. */
  readonly hooks: readonly string[];
  /** What each session holds open for it. */
  readonly resources: readonly string[];
  /** Environment variables with secrets that it reads. */
  readonly secrets: readonly string[];
  readonly profiles: Readonly<Record<string, readonly string[]>>;
  /** Schema of the settings people may give it. */
  readonly options: unknown;
}
