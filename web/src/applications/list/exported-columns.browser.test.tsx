import '../../texts/english-for-tests.ts'
import { expect, it } from 'vitest'
import { applicationColumns } from '../columns/application-columns.tsx'
import { exportedColumns } from './exported-columns.ts'

it('every column of the list is in its export', () => {
  const lacking = applicationColumns().filter(({ id }) => exportedColumns([id]).length === 0)
  expect(lacking.map(({ id }) => id)).toEqual([])
})
