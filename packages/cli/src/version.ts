/** Version of the command, of the package it ships in. */
export const VERSION = "0.0.0";
