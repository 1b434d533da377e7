import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { findHeader } from './find-header.ts'
import { findPeople } from './find-people.ts'

const columns = 16_384
const header = Array.from({ length: columns }, (_, index) => `Phone of contact ${index}`)
const rows = [header, ...Array.from({ length: 119 }, () => new Array<string>(columns).fill('+13125550148'))]

/** Counts how often other work could run meanwhile. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const settled = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await setImmediate()
    turns += 1
  }
  await settled
  return turns
}

describe('the widest table', () => {
  it('lets requests in between while its header is found', async () => {
    const found = findHeader(rows.map((cells, index) => ({ number: index + 1, cells })))
    expect(await countTurns(found)).toBeGreaterThan(15)
    expect(await found).toMatchObject({ headerRow: 1, columns: { length: columns } })
  })

  it('lets requests in between while its columns of contact data are found', async () => {
    const named = header.map((original, index) => ({ index, header: original, original }))
    const found = findPeople({ headerRow: 1, lastHeaderRow: 1, columns: named })
    expect(await countTurns(found)).toBeGreaterThan(30)
    expect((await found).identifies({ number: 2, cells: ['312 555 0148'] })).toBe(true)
  })
})
