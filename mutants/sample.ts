/** Generates numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws `size` items by the seed, in their original order. */
export function sample<Each>(all: readonly Each[], size: number, seed: number): Each[] {
  const random = randomFrom(seed)
  const indexes = all.map((_, index) => index)
  for (let last = indexes.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = indexes[last]!
    indexes[last] = indexes[other]!
    indexes[other] = kept
  }
  return indexes
    .slice(0, size)
    .sort((a, b) => a - b)
    .map((index) => all[index]!)
}
