import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { divideIntoParts, importsOf, partOf, readTexts } from './text-parts.ts'

const root = join(import.meta.dirname, '../..')
const withTexts = new Set((await readTexts('en')).flatMap(({ files }) => files))
const parts = divideIntoParts()
const first = parts.get('first')!

/** Returns whether a module shows texts that are not part of the first load as soon as it is loaded. */
function showsTexts(file: string, seen = new Set(first)): boolean {
  if (seen.has(file) || !file.includes('/web/src/')) return false
  seen.add(file)
  return withTexts.has(file) || importsOf(file).static.some((next) => showsTexts(next, seen))
}

describe('the parts of the catalog', () => {
  it('have the texts of every screen', () => {
    const inParts = new Set([...parts.values()].flatMap((files) => [...files]))
    expect([...withTexts].filter((file) => !inParts.has(file))).toEqual([])
  })

  it('are loaded with each module that the first load imports later', () => {
    const wrong = [...first].flatMap((file) => {
      const code = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')
      return importsOf(file)
        .lazy.filter((next) => showsTexts(next))
        .map((next) => next.slice(next.lastIndexOf('/')))
        .filter(
          (name) => !new RegExp(`withTexts\\( ?'${partOf(file)}', import\\('[^']*${name}'\\)`).test(code),
        )
        .map((name) => `${relative(root, file)} imports ${name}`)
    })
    expect(wrong).toEqual([])
  })
})
