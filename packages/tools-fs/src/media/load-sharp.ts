import type { default as SharpModule } from "sharp";

export type Sharp = typeof SharpModule;

/**
 * Loads the image library on first use; it is native and takes its time.
 * @returns undefined where it is not installed or has no build for this machine.
 */
export async function loadSharp(): Promise<Sharp | undefined> {
  try {
    return (await import("sharp")).default;
  } catch {
    return undefined;
  }
}
