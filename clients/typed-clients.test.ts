import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashPassword } from '@muster/server/session/password.ts'
import { startTestServer, type TestServer } from '@muster/server/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const password = 'correct horse battery'

let server: TestServer
let folder: string
let env: NodeJS.ProcessEnv

/** Runs a program of a package of this folder. Its output is in the error if it fails. */
async function runTool(path: string, args: string[]): Promise<void> {
  await run(process.execPath, [join(here, 'node_modules', path), ...args], { cwd: folder }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
}

/** Generates both clients from the document of a running server, and compiles the programs that use them. */
beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  const { email } = await server.addUser(workspaceId, 'admin')
  await server.db
    .updateTable('logins')
    .set({ password_hash: await hashPassword(password) })
    .where('email', '=', email)
    .execute()
  env = { ...process.env, MUSTER_URL: server.url, MUSTER_EMAIL: email, MUSTER_PASSWORD: password }
  folder = await mkdtemp(join(tmpdir(), 'muster-clients-'))
  await cp(join(here, 'programs'), folder, { recursive: true })
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const document = join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${server.url}/api/v1/openapi.json`)).text())
  const generated = join(folder, 'generated')
  await Promise.all([
    runTool('openapi-typescript/bin/cli.js', [document, '-o', join(generated, 'openapi-typescript.ts')]),
    runTool('@hey-api/openapi-ts/bin/run.js', [
      ...['-i', document, '-o', join(generated, 'hey-api'), '--no-log-file', '--silent'],
    ]),
  ])
  await runTool('typescript/bin/tsc', ['-p', folder])
}, 300_000)

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each([
  ['openapi-fetch', 'Ana Lima'],
  ['hey-api', 'Bo Lund'],
])('the client generated for %s', (program, candidate) => {
  it('signs in, adds a position and an application, moves it and exports it', async () => {
    const { stdout } = await run(process.execPath, [join(folder, 'compiled', `${program}.js`)], { env })
    expect(stdout.trim()).toBe(`${candidate},Contacted`)
  }, 60_000)

  it('carries the descriptions of fields', async () => {
    const file = program === 'hey-api' ? 'hey-api/types.gen.ts' : 'openapi-typescript.ts'
    const text = await readFile(join(folder, 'generated', file), 'utf8')
    expect(text).toContain('Send it as `cursor` for the next page; null on the last')
  })
})
