import { afterEach, describe, expect, it, vi } from 'vitest'
import { BackupError } from './backup-format.ts'
import { formatCounts, reportFailure } from './report-outcome.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

describe('a command for backups', () => {
  it('ends with the number of all rows and files', () => {
    const table = { hash: '', bytes: 0, sha256: '' }
    const files = { count: 3, bytes: 0, sha256: '' }
    const counts = formatCounts({ tables: { a: { ...table, rows: 2 }, b: { ...table, rows: 5 } }, files }, 0)
    expect(counts).toMatch(/^7 rows and 3 files in \d+\.\d s$/)
  })

  const [missing, bug] = [Object.assign(new Error('no such file'), { code: 'ENOENT' }), new TypeError('oops')]
  it.each([
    ['one line for what the operator can fix', new BackupError('Stop it first.'), 'Stop it first.'],
    ['one line for what the disk refuses', missing, 'no such file'],
    ['the stack of a bug', bug, bug],
  ])('fails with %s', (_, error, printed) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    reportFailure(error)
    expect([print.mock.calls, process.exitCode]).toEqual([[[printed]], 1])
  })
})
