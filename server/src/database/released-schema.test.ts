import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { describeSchema, findBreaks, type SchemaDescription } from './describe-schema.ts'

const released: SchemaDescription = JSON.parse(
  await readFile(new URL('../../migrations/released.json', import.meta.url), 'utf8'),
).tables

describe('the migrated schema', () => {
  // Every table and column the released server reads or writes is there, of the same type, and nothing it leaves out is
  // required. It says nothing of what a new check or trigger refuses: for those, see CONTRIBUTING.
  it('serves the statements of the released version too', async () => {
    const client = new pg.Client({ connectionString: inject('postgresOwner') })
    await client.connect()
    const now = await describeSchema(client)
    await client.end()
    expect(findBreaks(released, now)).toEqual([])
  })
})

describe('findBreaks', () => {
  const before = { people: { id: 'uuid required', name: 'text required', note: 'text' } }

  it('takes what is new and optional, and what need not be given any more', () => {
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
