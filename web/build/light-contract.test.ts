import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { lightContract } from './light-contract.ts'

const contract = new URL('../../contract/src/', import.meta.url).pathname

async function bundle(source: string): Promise<string> {
  const entry = 'virtual:entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: contract,
    plugins: [
      lightContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('Nothing was built')
  return output.output[0].code
}

describe('lightContract', () => {
  it('keeps of an endpoint only what a request needs, and nothing of zod', async () => {
    const code = await bundle(`export { login } from '${contract}auth.ts'`)
    expect(code).toContain('path: "/login/"')
    expect(code).toContain('permission: "public"')
    expect(code).not.toMatch(/zod|getCurrentUser|Sign in with/i)
  })

  it('keeps the lists of names', async () => {
    const code = await bundle(`export { statusTypeKeys } from '${contract}status-types.ts'`)
    expect(code).toContain('label: "Lead"')
  })

  it('removes zod from every module of the contract', async () => {
    const names = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    const endpoints = names.flatMap((name) =>
      [...readFileSync(contract + name, 'utf8').matchAll(/^export const (\w+) = endpoint\(/gm)].map(
        ([, endpoint]) => `export { ${endpoint} } from '${contract}${name}'`,
      ),
    )
    expect(endpoints.length).toBeGreaterThan(50)
    expect(await bundle(endpoints.join('\n'))).not.toMatch(/ZodError|z\.object/)
  })
})
