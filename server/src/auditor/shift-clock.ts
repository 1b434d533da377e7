/** Loaded into a node before everything else: lets its parent move its clock. */
let shiftMs = 0
const RealDate = Date
const realNow = Date.now

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(realNow() + shiftMs)
    else super(...(given as [string]))
  }
  static override now() {
    return realNow() + shiftMs
  }
} as DateConstructor

process.on('message', (message: { shiftMs: number }) => {
  shiftMs = message.shiftMs
})
// The parent's line keeps nothing alive.
process.channel?.unref()
