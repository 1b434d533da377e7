import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
}

const root = new URL('../../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }

describe('each package', () => {
  it('comes from the registry, with a hash', () => {
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    )
    expect(installed.length).toBeGreaterThan(300)
    // Without a URL, npm uses the registry; the hash is checked wherever it comes from.
    for (const [path, { resolved, integrity }] of installed)
      expect([path, resolved, integrity]).toEqual([path, undefined, expect.stringMatching(/^sha512-/)])
  })

  it('that the project names has an exact version', () => {
    for (const folder of ['', 'contract/', 'server/', 'web/', 'e2e/', 'bench/']) {
      const { dependencies = {}, devDependencies = {} } = read(`${folder}package.json`)
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect([folder, name, version]).toEqual([
          folder,
          name,
          expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
        ])
    }
  })
})
