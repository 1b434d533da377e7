import { type FieldOperator, type FieldType, fieldTypes } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Field } from './field.ts'
import { fieldTypeRules } from './field-types.ts'
import { fieldCondition, readFieldFilter } from './filter-values.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

const ids = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'] as const
const options = ids.map((id, index) => ({ id, label: `Option ${index}`, color: null, retired: index === 1 }))
const users = ['01890000-0000-7000-8000-00000000000c', '01890000-0000-7000-8000-00000000000d']

/** Texts that LIKE, JSON and the syntax of filters treat specially. */
const texts = fc.constantFrom('a', 'ab', 'A b', '100%', 'a_b', 'a:b', '"', '\\', '{}', 'ä', 'Ä')
const numbers = fc.constantFrom(-2, -0.5, 0, 1, 1.5, 10, 9, 100)
const times = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02')

const values: Record<FieldType, fc.Arbitrary<FieldValue>> = {
  text: texts,
  longText: texts,
  number: numbers,
  money: fc.constantFrom(-100, 0, 99, 100, 1000).map((amount) => ({ amount, currency: 'EUR' })),
  date: times,
  dateTime: times.map((day) => `${day}T09:30:00.000Z`),
  boolean: fc.boolean(),
  choice: fc.constantFrom(...ids),
  choices: fc.subarray([...ids], { minLength: 1 }),
  user: fc.constantFrom(...users),
  file: fc.constantFrom(...users),
  link: texts.map((text) => `https://example.com/${text}`),
  phone: fc.constantFrom('+13125550148', '+4740612345'),
  email: fc.constantFrom('ana@example.com', 'bo@example.com'),
}

/** Returns the value of a filter as an address has it. */
function operandOf(type: FieldType, value: FieldValue): string {
  if (type === 'money') return String((value as { amount: number }).amount)
  return String(Array.isArray(value) ? value[0] : value)
}

/** Evaluates a filter in memory. */
function matches(
  type: FieldType,
  value: FieldValue | null,
  operator: FieldOperator,
  operands: string[],
): boolean {
  const is = (operand: string) =>
    Array.isArray(value) ? value.includes(operand) : value !== null && operandOf(type, value) === operand
  if (operator === 'empty') return value === null
  if (operator === 'filled') return value !== null
  if (operator === 'is') return is(operands[0]!)
  if (operator === 'isNot') return !is(operands[0]!)
  if (operator === 'anyOf') return operands.some(is)
  if (value === null) return false
  const own = operandOf(type, value)
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (operator === 'contains') return fold(own).includes(fold(operands[0]!))
  if (operator === 'before') return own < operands[0]!
  if (operator === 'after') return own > operands[0]!
  const difference = Number(own) - Number(operands[0])
  return { gt: difference > 0, gte: difference >= 0, lt: difference < 0, lte: difference <= 0 }[operator]
}

const cases = fc.constantFrom(...fieldTypes).chain((type) =>
  fc.record({
    type: fc.constant(type),
    rows: fc.array(fc.option(values[type]), { minLength: 1, maxLength: 12 }),
    operator: fc.constantFrom(...fieldTypeRules[type].operators),
    operand: values[type],
    other: values[type],
  }),
)

it('finds in SQL the rows that it matches in memory', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ type, rows, operator, operand, other }) => {
      const takesNone = operator === 'empty' || operator === 'filled'
      const operands = [operand, ...(operator === 'anyOf' ? [other] : [])].map((each) =>
        operandOf(type, each),
      )
      const field = { key: 'theField', type, options, validation: {}, currency: 'EUR' } as unknown as Field
      const filter = readFieldFilter(`theField:${operator}${takesNone ? '' : `:${operands.join(',')}`}`, [
        field,
      ])
      const stored = rows.map((value) =>
        JSON.stringify(value === null ? { another: 1 } : { theField: value }),
      )
      const { rows: found } = await sql<{ at: number }>`
        select at::int from unnest(${stored}::jsonb[]) with ordinality as t (custom_fields, at)
        where ${fieldCondition(filter, sql.ref('t.custom_fields'))} order by at
      `.execute(server.db)
      const expected = rows.flatMap((value, index) =>
        matches(type, value, operator, operands) ? [index + 1] : [],
      )
      expect(found.map(({ at }) => at)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
