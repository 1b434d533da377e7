import { expect, it } from 'vitest'
import { inChunks } from './in-chunks.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

async function chunksOf(count: number) {
  const sizes: number[] = []
  const failure = await inChunks(ids(count), 'Moving', async (some) => void sizes.push(some.length))
  return { sizes, failure }
}

it('sends up to 500 at once, and none twice', async () => {
  expect(await chunksOf(500)).toEqual({ sizes: [500], failure: undefined })
  expect(await chunksOf(0)).toEqual({ sizes: [], failure: undefined })
  const all: string[] = []
  await inChunks(ids(1201), 'Moving', async (some) => void all.push(...some))
  expect(all).toEqual(ids(1201))
})

it('stops at the first failure, and returns it', async () => {
  const error = new Error('The service is restarting.')
  let count = 0
  const failure = await inChunks(ids(1500), 'Moving', async () => {
    count += 1
    if (count === 2) throw error
  })
  expect([failure, count]).toEqual([{ error }, 2])
})
