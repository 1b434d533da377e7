import { choosePort } from '../database/embedded-postmaster.ts'

/** Systems give ports to outgoing connections from 32,768 upwards, at the earliest. */
const [first, count] = [20_000, 12_000]

/**
 * Returns a port that is free now. It is chosen at random, so that no other test or connection is likely to take it
 * before it is used. Call it right before that.
 */
export function freePort(): Promise<number> {
  return choosePort(undefined, first + Math.floor(Math.random() * count))
}
