import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLimitedProcess } from './start-limited-process.ts'

const hostage = new URL('./fixtures/hostage.ts', import.meta.url)
/** Seconds that a process needs for nothing here, however busy the machine is. */
const limits = { heapMegabytes: 64, maxKilobytes: 900_000, seconds: 60 }

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-limited-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function endOf(deed: string, seconds = limits.seconds) {
  const { child, ranOutOfMemory } = startLimitedProcess(hostage, { ...limits, seconds }, {})
  child.send({ deed })
  const [code, signal] = await once(child, 'close')
  return { ranOutOfMemory: ranOutOfMemory(), code, signal }
}

async function answerOf(deed: string, path: string, more: string[] = []) {
  const access = { readable: [join(folder, 'allowed*'), ...more], writable: [join(folder, 'allowed*')] }
  const { child } = startLimitedProcess(hostage, limits, access)
  child.send({ deed, path })
  const [answer] = await once(child, 'message')
  child.kill('SIGKILL')
  return answer
}

// Windows has no such limits.
describe.skipIf(process.platform === 'win32')('startLimitedProcess', () => {
  it.each(['take all of the heap', 'take all of the memory outside the heap'])(
    'ends a process that tries to %s, says why, and this process lives',
    async (deed) => {
      const { ranOutOfMemory, code, signal } = await endOf(deed)
      expect(code === 0).toBe(false)
      expect(signal).not.toBe('SIGKILL')
      expect(ranOutOfMemory).toBe(true)
    },
    60_000,
  )

  it('ends a process that takes more of the processor than it may', async () => {
    expect(await endOf('never end', 2)).toMatchObject({ signal: 'SIGXCPU' })
  }, 60_000)

  it.skipIf(process.platform !== 'linux')(
    'has limits that the process cannot raise, and dumps no memory',
    async () => {
      const { done } = await answerOf('read', '/proc/self/limits', ['/proc/self/limits'])
      expect(done).toMatch(/Max core file size +0 +0 /)
      expect(done).toMatch(/Max cpu time +60 +61 /)
      expect(done).toMatch(/Max data size +921600000 +921600000 /)
    },
  )

  it('runs what was built of a module, which starts sooner', async () => {
    const reader = new URL('../imports/reading/table-process.ts', import.meta.url)
    const { child } = startLimitedProcess(reader, limits, {})
    await once(child, 'spawn')
    child.kill('SIGKILL')
    expect(child.spawnargs.at(-1)).toMatch(/server.dist.readers.table-process\.js$/)
  })

  it('gets nothing of the environment, where secrets are', async () => {
    const { done } = await answerOf('read the environment', '')
    expect(Object.keys(process.env)).toContain('PATH')
    expect(done).not.toContain('PATH')
  })

  it('starts no process, and loads no native code', async () => {
    expect(await answerOf('start a process', '')).toEqual({ refused: 'ERR_ACCESS_DENIED' })
    const { refused } = await answerOf('load native code', join(folder, 'allowed.node'))
    expect(refused).toBe('ERR_DLOPEN_DISABLED')
  })

  it('opens no file but those that are named', async () => {
    const [allowed, other] = [join(folder, 'allowed.csv'), join(folder, 'other.csv')]
    for (const path of [allowed, other]) await writeFile(path, 'as it was')
    expect(await answerOf('read', allowed)).toEqual({ done: 'as it was' })
    for (const path of [other, '/etc/passwd'])
      expect(await answerOf('read', path)).toEqual({ refused: 'ERR_ACCESS_DENIED' })
    expect(await answerOf('write', other)).toEqual({ refused: 'ERR_ACCESS_DENIED' })
    expect(await answerOf('write', allowed)).toEqual({})
    expect(await answerOf('read', allowed)).toEqual({ done: 'written' })
  })
})
