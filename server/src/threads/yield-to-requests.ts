import { setPriority } from 'node:os'

/**
 * Lowers the priority of the calling worker thread below the requests'. Only Linux can set it for one thread; elsewhere
 * it would apply to the whole process, so nothing happens.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(0, 5)
}
