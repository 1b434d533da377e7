import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'

describe.skipIf(process.platform !== 'linux')('yieldToRequests', () => {
  it('lowers the priority of its own thread, and not that of requests', async () => {
    const before = getPriority()
    const worker = new Worker(new URL('./fixtures/yielding.ts', import.meta.url))
    const [priority] = await once(worker, 'message')
    expect([priority, getPriority()]).toEqual([5, before])
  })
})
