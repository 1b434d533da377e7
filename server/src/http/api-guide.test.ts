import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createApiKey } from '@muster/contract/api-keys.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const run = promisify(execFile)
const guide = new URL('../../../docs/api.md', import.meta.url)

let server: TestServer
let folder: string
let env: Record<string, string | undefined>
let blocks: { language: string; code: string }[]

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'muster-guide-'))
  const { workspaceId } = await server.addWorkspace()
  const as = await server.addUser(workspaceId, 'admin')
  for (const name of ['One', 'Two', 'Three']) await server.call(createCompany, { as, body: { name } })
  const { body } = await server.call(createApiKey, {
    as,
    body: {
      name: 'Guide',
      permissions: ['companies:read', 'candidates:read', 'candidates:write'],
      expiresAt: null,
    },
  })
  env = { ...process.env, MUSTER_URL: server.url, MUSTER_KEY: body.key }
  const text = await readFile(guide, 'utf8')
  blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }))
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs all blocks of a language as one program, as a reader would type them. Returns the printed lines. */
async function runBlocks(language: string, file: string, command: string): Promise<string[]> {
  const code = blocks.filter((block) => block.language === language).map((block) => block.code)
  const path = join(folder, file)
  await writeFile(path, code.join('\n'))
  const { stdout } = await run(command, [path], { env })
  return stdout.trim().split('\n')
}

describe('the guide to the API', () => {
  it('has code in TypeScript and Python only', () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['ts', 'python']))
  })

  it('has TypeScript that runs', async () => {
    expect(await runBlocks('ts', 'guide.mts', process.execPath)).toEqual(['3'])
  })

  it('has Python that runs', async () => {
    expect(await runBlocks('python', 'guide.py', 'python3')).toEqual(['3', '3', '1'])
  })
})
