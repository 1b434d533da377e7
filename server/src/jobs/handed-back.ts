/** Thrown by a job that stops halfway because its node stops. Another node, or the next start, continues it. */
export class HandedBack extends Error {
  constructor() {
    super('handed back, since this node stops')
  }
}
