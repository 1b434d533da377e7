import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../scripts/project.mjs'
import { areas, filesOf, matching } from './areas.ts'
import { equivalents, fileOfKey } from './equivalents.ts'
import { generateMutants } from './generate.ts'
import { sample } from './sample.ts'

describe.each(Object.entries(areas))('the area %s', (_, area) => {
  it.each(area.files)('has files in %s', (glob) => {
    expect(matching([glob])).not.toEqual([])
  })

  it.each(area.tests)('has tests in %s', (glob) => {
    expect(matching([glob])).not.toEqual([])
  })

  it('mutates no test', () => {
    expect(filesOf(area).filter((file) => file.includes('.test.'))).toEqual([])
  })
})

describe('equivalent mutants', () => {
  it('still exist, once each, with a reason', () => {
    const files = new Set(equivalents.map(({ key }) => fileOfKey(key)))
    const existing = new Set(
      [...files].flatMap((file) =>
        generateMutants(file, readFileSync(join(root, file), 'utf8')).mutants.map(({ key }) => key),
      ),
    )
    expect(equivalents.filter(({ key }) => !existing.has(key))).toEqual([])
    expect(equivalents.filter(({ reason }) => reason.length < 10)).toEqual([])
    expect(new Set(equivalents.map(({ key }) => key)).size).toBe(equivalents.length)
  })
})

describe('sample', () => {
  const all = Array.from({ length: 50 }, (_, index) => index)

  it('draws the same for the same seed, and another for another', () => {
    expect(sample(all, 10, 7)).toEqual(sample(all, 10, 7))
    expect(sample(all, 10, 7)).not.toEqual(sample(all, 10, 8))
  })

  it('draws each at most once, in order', () => {
    const drawn = sample(all, 20, 1)
    expect(new Set(drawn).size).toBe(20)
    expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
    expect(sample(all, 80, 1)).toEqual(all)
  })
})
