export { visibleText } from "@gauntlet/core";
