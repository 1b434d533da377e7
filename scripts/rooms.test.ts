import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf } from './changed-tests.mjs'
import { root } from './project.mjs'

interface Override {
  includes: string[]
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: Pattern[] } } } } }
}

interface Pattern {
  group: string[]
  message: string
}

const { overrides }: { overrides: Override[] } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))

/** Returns the folders that the lint calls shared rooms of a side, and those that it keeps them from importing. */
function readLayers(side: 'server' | 'web') {
  const pattern = new RegExp(`^${side}/src/\\{(.+)\\}/\\*\\*$`)
  const layers = overrides.flatMap(({ includes, linter }) => {
    const shared = pattern.exec(includes[0]!)?.[1]?.split(',')
    const patterns = linter.rules.style?.noRestrictedImports?.options.patterns
    const nouns = patterns?.find(({ message }) => message === 'A shared room never imports a noun.')?.group
    return shared && nouns ? [{ shared, nouns: nouns.map((each) => each.split('/')[1]!) }] : []
  })
  expect(layers).toHaveLength(1)
  return layers[0]!
}

function listFiles(side: string): string[] {
  return readdirSync(join(root, side, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ''))
}

const folderOf = (file: string) => /^\w+\/src\/([\w-]+)\//.exec(file)?.[1]

/** Returns the shortest chain of imports from a file to a file of a noun, or null. */
function findNoun(file: string, nouns: Set<string>, imports: Map<string, string[]>): string[] | null {
  const chains = [[file]]
  const seen = new Set([file])
  for (const chain of chains) {
    for (const next of imports.get(chain.at(-1)!) ?? []) {
      if (nouns.has(folderOf(next) ?? '')) return [...chain, next]
      if (!seen.has(next)) chains.push([...chain, next])
      seen.add(next)
    }
  }
  return null
}

describe.each(['server', 'web'] as const)('the rooms of the %s', (side) => {
  const { shared, nouns } = readLayers(side)
  const files = listFiles(side)

  it('are each in the list of the lint, as a shared room or as a noun', () => {
    const folders = new Set(files.flatMap((file) => folderOf(file) ?? []))
    expect([...shared, ...nouns].toSorted()).toEqual([...folders].toSorted())
  })

  it('that are shared import no noun, not even through another file', () => {
    const imports = new Map(files.map((file) => [file, importsOf(file)]))
    const others = new Set(nouns)
    const chains = files
      .filter((file) => shared.includes(folderOf(file) ?? ''))
      .flatMap((file) => findNoun(file, others, imports)?.join(' → ') ?? [])
    expect(chains).toEqual([])
  })
})
