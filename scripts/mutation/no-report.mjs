/** A reporter that says nothing: here tests that fail are what is hoped for. */
export default class NoReport {}
