import { setPriority } from 'node:os'

/**
 * Lowers the priority of the calling worker thread, so that requests get the processor first. Linux sets it for the
 * thread alone; elsewhere it would be set for the whole process, and is left.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(0, 5)
}
