import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { Messages } from "@anthropic-ai/sdk/resources/messages";

export { Stream } from "@anthropic-ai/sdk/core/streaming";

/** The SDK's client with its Messages resource only: a bundle that loads it need not carry the other ones. */
export class MessagesClient extends BaseAnthropic {
  readonly messages = new Messages(this);
}
