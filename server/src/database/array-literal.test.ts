import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { arrayLiteral } from './array-literal.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

async function readBack(values: readonly unknown[], type: string): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select value from unnest(${arrayLiteral(values)}::${sql.raw(type)}[]) with ordinality as given (value, place)
    order by place`.execute(server.db)
  return rows.map(({ value }) => value)
}

describe('arrayLiteral', () => {
  it('keeps every text unchanged', async () => {
    const texts = [
      '',
      ' ',
      'NULL',
      'null',
      '"',
      '\\',
      '\\"',
      '{',
      '}',
      'a,b',
      "it's",
      '\n\t',
      'é 𝒳 漢',
      '{"a":"b\\\\"}',
      '$1',
    ]
    expect(await readBack([...texts, null, undefined], 'text')).toEqual([...texts, null, null])
  })

  it('keeps numbers and booleans', async () => {
    expect(await readBack([1, -2, null], 'integer')).toEqual([1, -2, null])
    expect(await readBack([0.5, 1e21], 'float8')).toEqual([0.5, 1e21])
    expect(await readBack([true, false, null], 'boolean')).toEqual([true, false, null])
    expect(await readBack([], 'uuid')).toEqual([])
  })
})
