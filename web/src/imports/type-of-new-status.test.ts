import { expect, it } from 'vitest'
import { typeOfNewStatus } from './type-of-new-status.ts'

it.each([
  ['Waiting on client', 'submitted'],
  ['Client interview', 'interview'],
  ['Client declined', 'closed'],
  ['Second interview', 'interview'],
  ['Beim Kunden', 'submitted'],
  ['New applicants', 'lead'],
  ['Manager review', 'qualified'],
  ['Left a message', 'contacted'],
  ['Phone screen', 'contacted'],
])('a new status %s is of type %s', (name, type) => {
  expect(typeOfNewStatus(name)).toBe(type)
})
