/** Version of the contract between core and packs. A pack built for another version is refused at load. */
export const CONTRACT_VERSION = 1;
