import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../src')

/** Returns the class names that a module uses and its style sheet does not have. Nothing else notices them. */
function findMissing(path: string): string[] {
  const code = readFileSync(path, 'utf8')
  return [...code.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'$/gm)].flatMap(([, name, sheet]) => {
    const rules = readFileSync(join(dirname(path), sheet!), 'utf8')
    const used = [...code.matchAll(new RegExp(`[[{(\\s!]${name}\\.(\\w+)`, 'g'))].map(([, used]) => used!)
    return [...new Set(used)].filter((used) => !new RegExp(`\\.${used}(?![\\w-])`).test(rules))
  })
}

describe('class names of the web app', () => {
  it('are all in their style sheets', async () => {
    const missing: string[] = []
    let modules = 0
    for await (const path of glob(join(source, '**/*.tsx'))) {
      modules += 1
      for (const name of findMissing(path)) missing.push(`${path.slice(source.length + 1)}: ${name}`)
    }
    expect(modules).toBeGreaterThan(300)
    expect(missing).toEqual([])
  })
})
