import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { describeSchema, findBreaks, type SchemaDescription } from './describe-schema.ts'
import { listMigrations } from './migrate.ts'

const released: { migrations: Record<string, string>; tables: SchemaDescription } = JSON.parse(
  await readFile(new URL('../../migrations/released.json', import.meta.url), 'utf8'),
)

describe('the migrated schema', () => {
  // Every table and column that the released server uses exists with the same type, and nothing it omits is required.
  // New checks and triggers are not covered: see CONTRIBUTING.
  it('serves the statements of the released version too', async () => {
    const client = new pg.Client({ connectionString: inject('postgresOwner') })
    await client.connect()
    const now = await describeSchema(client)
    await client.end()
    expect(findBreaks(released.tables, now)).toEqual([])
  })
})

describe('a released migration', () => {
  it('is never edited or removed', async () => {
    const now = new Map((await listMigrations()).map(({ name, sha256 }) => [name, sha256]))
    const changed = Object.entries(released.migrations).filter(([name, sha256]) => now.get(name) !== sha256)
    expect(changed.map(([name]) => name)).toEqual([])
  })
})

describe('findBreaks', () => {
  const before = { people: { id: 'uuid required', name: 'text required', note: 'text' } }

  it('accepts what is new and optional, and what is no longer required', () => {
    expect(
      findBreaks(before, { people: { ...before.people, name: 'text', age: 'integer' }, more: {} }),
    ).toEqual([])
  })

  it('finds what is gone, changed or newly required', () => {
    expect(findBreaks(before, {})).toEqual(['people is gone'])
    expect(
      findBreaks(before, {
        people: { id: 'bigint required', note: 'text required', age: 'integer required' },
      }),
    ).toEqual([
      'people.id was uuid required and is bigint required',
      'people.name is gone',
      'people.note was text and is text required',
      'people.age is new and required',
    ])
  })
})
