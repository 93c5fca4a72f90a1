/** Something the rehearsal found: what, where, and what to do about it. */
export class Fault extends Error {
  constructor({ found, where, todo }) {
    super([`found: ${found}`, `where: ${where}`, `do: ${todo}`].join("\n"));
    this.name = "Fault";
  }
}
