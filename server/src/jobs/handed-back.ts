/** A job gives itself back halfway because its node stops; another node, or the next start, goes on with it. */
export class HandedBack extends Error {
  constructor() {
    super('handed back, since this node stops')
  }
}
