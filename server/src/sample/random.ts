/** A repeatable random generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from 0 up to, not including, `n`. */
  int(n: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Exponentially distributed: many short, few long. */
  exponential(mean: number): number
  bytes(count: number): Uint8Array
}

/** Hashes a seed and sub-seeds to 32 bits, so that neighbors start far apart. */
export function hashSeed(...parts: number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Mulberry32: one word of state, so each application can have a generator of its own. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  function bits(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => bits() / 0x1_0000_0000
  return {
    next,
    int: (n) => Math.floor(next() * n),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    exponential: (mean) => -mean * Math.log(1 - next()),
    bytes(count) {
      const bytes = new Uint8Array(count)
      for (let at = 0; at < count; at += 1) bytes[at] = bits()
      return bytes
    },
  }
}

export type Weighted<T> = readonly (readonly [T, number])[]

/** Returns a function that draws by weight. */
export function weighted<T>(entries: Weighted<T>): (random: Random) => T {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  return (random) => {
    let left = random.next() * total
    for (const [value, weight] of entries) {
      left -= weight
      if (left < 0) return value
    }
    return entries[entries.length - 1]![0]
  }
}
