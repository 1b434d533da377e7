import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { buildOpenApi } from '@muster/server/http/openapi.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

interface Problem {
  ruleId: string
  severity: string
  message: string
}

let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-openapi-'))
  path = join(folder, 'openapi.json')
  await writeFile(path, JSON.stringify(buildOpenApi()))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns what Redocly's recommended rules find, warnings included. It looks for no update and reports no use. */
async function lint(): Promise<Problem[]> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(
    process.execPath,
    [redocly, 'lint', path, '--extends=recommended', '--format=json', '--max-problems=1000'],
    { env, cwd: folder, maxBuffer: 100_000_000 },
  ).catch((error) => error)
  return JSON.parse(stdout).problems
}

describe('the OpenAPI document', () => {
  it('is valid for swagger-parser, with every reference resolved', async () => {
    await expect(SwaggerParser.validate(path)).resolves.toMatchObject({ openapi: '3.1.0' })
  }, 60_000)

  it("follows Redocly's recommended rules", async () => {
    const problems = await lint()
    // These addresses were given: /users/{id}/role and /users/sessions/{id}. The server prefers the literal segment.
    const given = /`\/(users\/(sessions|invite)|pipelines\/stages|positions\/statuses)\/\{id\}`/
    const others = problems.filter(
      ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !given.test(message),
    )
    expect(others.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  }, 60_000)
})
