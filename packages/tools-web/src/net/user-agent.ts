/** Who asks: said as it is, so that a site can tell and refuse. It never claims to be a browser. */
export const USER_AGENT = "Gauntlet-WebFetch/1 (an agent's tool, acting for the person who runs it)";
