import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { validate } from './validate.ts'

const body = z.object({
  name: z.string().optional(),
  updatedSince: z.string().optional(),
  values: z.record(z.string(), z.string()).optional(),
  rows: z.array(z.object({ note: z.string() })).optional(),
})

/** Returns what is wrong with some input. */
function problems(value: unknown, part: 'body' | 'query' = 'body', schema: z.ZodType = body): unknown {
  try {
    validate(schema, value, part)
    return null
  } catch (error) {
    return (error as AppError).details
  }
}

describe('a text that the database cannot store', () => {
  const unstorable = ['Contains characters that cannot be stored']

  it.each([
    ['a NUL', { name: 'Ana\0' }, 'name'],
    ['half of an emoji', { name: 'Ana \ud83d' }, 'name'],
    ['a NUL in a list', { rows: [{ note: 'fine' }, { note: '\0' }] }, 'rows.1.note'],
    ['a NUL in the name of a value', { values: { 'city\0': 'Oslo' } }, 'values'],
  ])('is refused where it is: %s', (_, value, path) => {
    expect(problems(value)).toEqual({ [path]: unstorable })
  })

  it('is refused as a whole where the body is only a text', () => {
    expect(problems('\0', 'body', z.string())).toEqual({ body: unstorable })
  })

  it('has no emoji, which is stored', () => {
    expect(problems({ name: 'Ana 😀' })).toBeNull()
  })
})

describe('an unknown name', () => {
  it.each([
    ['updated_since', 'Unknown field. Did you mean updatedSince?'],
    ['nmae', 'Unknown field. Did you mean name?'],
    ['names', 'Unknown field. Did you mean name?'],
    ['salary', 'Unknown field'],
  ])('%s is explained by the nearest one', (name, message) => {
    expect(problems({ [name]: 'x' })).toEqual({ [name]: [message] })
  })

  it('in the address is called a parameter', () => {
    expect(problems({ nmae: 'x' }, 'query')).toEqual({ nmae: ['Unknown parameter. Did you mean name?'] })
  })

  it('is all that an endpoint without input refuses', () => {
    expect(() => validate(undefined, { name: 'x' }, 'body')).toThrow(AppError)
    expect(validate(undefined, undefined, 'body')).toBeUndefined()
  })
})

describe('a list', () => {
  it('in a body is not explained as a parameter sent twice', () => {
    expect(problems({ name: ['a', 'b'] })).not.toEqual({ name: ['Send this parameter only once'] })
    expect(problems({ name: ['a', 'b'] }, 'query')).toEqual({ name: ['Send this parameter only once'] })
  })
})
