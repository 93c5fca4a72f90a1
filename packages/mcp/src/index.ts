/** The client as a plugin: servers of a configuration in, tools of sessions out. */
export { createMcp, mcpOptions } from "./create-mcp.ts";
export { type McpClient, type McpSetUp, readServers, setUpMcp } from "./host.ts";
/** Names: what rules and models call servers and tools by. */
export { serverSegment, toolName } from "./names.ts";
/** Logins at servers. */
export { login } from "./oauth/login.ts";
export { createTokenStore, type StoredLogin, type TokenStore } from "./oauth/token-store.ts";
/** Pins: what a person approved of a server, and what waits for approval. */
export {
  afterApproval,
  compareTools,
  hashOfPin,
  isAsLocked,
  isSameLaunch,
  lockHashOf,
  type Pending,
  type Pin,
  type ToolChanges,
} from "./pin.ts";
export { createPinStore, type PinOwner, type PinStore } from "./pin-store.ts";
export {
  type Launch,
  readServer,
  type ServerConfig,
  type ServerEntry,
  type WrittenLaunch,
} from "./server-config.ts";
export type { ServersHost } from "./servers.ts";
export type { ForeignTool } from "./tool-definition.ts";
