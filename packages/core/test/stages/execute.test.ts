import { expect, expectTypeOf, test } from "vitest";
import type { AdmittedCall, PreparedCall, RequestedCall, ValidCall } from "../../src/contract/call.ts";
import { executeStage } from "../../src/stages/execute.ts";

type Accepted = Parameters<typeof executeStage>[0];

test("execute takes only an admitted call", () => {
  expectTypeOf<AdmittedCall>().toExtend<Accepted>();
  expectTypeOf<PreparedCall>().not.toExtend<Accepted>();
  expectTypeOf<ValidCall>().not.toExtend<Accepted>();
  expectTypeOf<RequestedCall>().not.toExtend<Accepted>();
  expectTypeOf<
    Omit<AdmittedCall, keyof { [K in keyof AdmittedCall as K extends symbol ? K : never]: 1 }>
  >().not.toExtend<Accepted>();
});

test("execute refuses a copy of an admitted call at run time", async () => {
  const forged = { state: "admitted", effects: [] } as unknown as AdmittedCall;
  await expect(executeStage(forged, {} as Parameters<typeof executeStage>[1])).rejects.toThrow(
    "did not admit",
  );
});
