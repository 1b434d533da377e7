import { describe, expect, it } from 'vitest'
import { findUnproven, loadProofs, pages, type Ran } from './proofs.ts'

const file = '/src/session.test.ts'
const other = '/src/users.test.ts'
const proof = (name: string, files = [file]) => ({ name, files })
const ran = (name: string, more: Partial<Ran> = {}): Ran => ({ file, name, passed: true, ...more })

const unproven = (name: string, tests: Ran[], files?: string[]) =>
  findUnproven([proof(name, files)], tests).length === 1

describe('a test that a page names', () => {
  it('must have run and passed', () => {
    expect(unproven('ends at once', [ran('a session > ends at once')])).toBe(false)
    expect(unproven('ends at once', [ran('a session > ends at once', { passed: false })])).toBe(true)
    expect(unproven('ends at once', [ran('a session > ends later')])).toBe(true)
  })

  it('is found by a name with placeholders', () => {
    expect(unproven('refuses a session %s', [ran('refuses a session that ended')])).toBe(false)
    expect(unproven('keeps "%s" as "%s"', [ran('keeps "a" as "b"')])).toBe(false)
    expect(unproven('refuses a session %s', [ran('takes a session that ended')])).toBe(true)
    expect(unproven('of $name (twice)', [ran('of Ada (twice)')])).toBe(false)
  })

  it('may be in any of its files, once all of them ran', () => {
    const files = [file, other]
    expect(unproven('ends', [ran('begins'), ran('ends', { file: other })], files)).toBe(false)
    expect(unproven('ends', [ran('begins'), ran('begins', { file: other })], files)).toBe(true)
    expect(unproven('ends', [ran('begins')], files)).toBe(false)
  })
})

describe('the security pages', () => {
  it.each(Object.entries(pages))('of %s name the tests that show each statement', (_, page) => {
    const proofs = loadProofs(page)
    expect(proofs.length).toBeGreaterThan(150)
    for (const { name, files } of proofs) {
      expect(name.length).toBeGreaterThan(2)
      expect(files.length).toBeGreaterThan(0)
    }
  })
})
