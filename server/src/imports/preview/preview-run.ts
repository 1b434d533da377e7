import { setTimeout as wait } from 'node:timers/promises'
import type { ImportCase } from '@muster/contract/import-cases.ts'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { CreatedRecord } from '../create/created-records.ts'
import type { RowResult } from '../rows/decide-row.ts'
import type { FoundCase } from '../rows/recognise-person.ts'
import type { PreviewedRow } from './present-row.ts'
import { openPreviewStore, type PreviewStore } from './preview-store.ts'

const examplesOfCase = 3
/** Pauses when nobody has asked for so long, as when the page was left. */
const pausesAfterMs = 15_000
const pauseMs = 250

export interface CaseTally {
  count: number
  examples: (FoundCase & { row: number })[]
}

/** A preview that reads a file in the background: how far it is, and what it found so far. */
export interface PreviewRun {
  readonly store: PreviewStore
  readonly counts: Record<RowResult, number>
  readonly reasons: ReadonlyMap<string, { count: number; severity: 'error' | 'warning' }>
  readonly cases: ReadonlyMap<ImportCase, CaseTally>
  /** Rows that would lose a value, by field, and all of them. */
  readonly losses: ReadonlyMap<ImportTarget | 'any', number>
  readonly leftEmpty: ReadonlyMap<ImportTarget, number>
  /** What the import would create before its first row. */
  readonly records: readonly CreatedRecord[]
  readonly looked: number
  readonly isComplete: boolean
  /**
   * Waits until it is over, at most this long, and reads what it found.
   * @throws what stopped it
   */
  ask<Answer>(ms: number, read: (run: PreviewRun) => Answer): Promise<Answer>
  /** Stops it once the pending requests are answered. */
  close(): void
}

/** Previews rows in the background for as long as somebody asks for the result. */
export function startPreviewRun(
  rows: AsyncGenerator<PreviewedRow[]>,
  records: readonly CreatedRecord[] = [],
): PreviewRun {
  const store = openPreviewStore()
  const counts = { create: 0, update: 0, skip: 0, conflict: 0, invalid: 0 }
  const reasons = new Map<string, { count: number; severity: 'error' | 'warning' }>()
  const cases = new Map<ImportCase, CaseTally>()
  const losses = new Map<ImportTarget | 'any', number>()
  const leftEmpty = new Map<ImportTarget, number>()
  let looked = 0
  let isComplete = false
  let isClosed = false
  let isOver = false
  let asking = 0
  let isLeft = false
  let askedAt = Date.now()
  let failure: { error: unknown } | null = null

  function tally(row: PreviewedRow) {
    looked += 1
    counts[row.result] += 1
    const worst = new Map<string, 'error' | 'warning'>()
    for (const { code, severity } of row.problems) if (worst.get(code) !== 'error') worst.set(code, severity)
    for (const [code, severity] of worst) {
      const known = reasons.get(code)
      reasons.set(code, {
        count: (known?.count ?? 0) + 1,
        severity: known?.severity === 'error' ? 'error' : severity,
      })
    }
    const lost = new Set<ImportTarget | 'any'>(row.lost.map(({ field }) => field))
    if (lost.size > 0) lost.add('any')
    for (const field of lost) losses.set(field, (losses.get(field) ?? 0) + 1)
    for (const field of new Set(row.leftEmpty)) leftEmpty.set(field, (leftEmpty.get(field) ?? 0) + 1)
    for (const one of row.cases) {
      const { kind } = one
      const known = cases.get(kind) ?? { count: 0, examples: [] }
      known.count += 1
      if (known.examples.length < examplesOfCase) known.examples.push({ ...one, row: row.row })
      cases.set(kind, known)
    }
  }

  function leave() {
    if (!isClosed || !isOver || asking > 0 || isLeft) return
    isLeft = true
    store.close()
  }

  async function run() {
    try {
      for await (const some of rows) {
        while (!isClosed && Date.now() - askedAt > pausesAfterMs)
          await wait(pauseMs, undefined, { ref: false })
        if (isClosed) return
        store.save(some)
        some.forEach(tally)
      }
      isComplete = true
    } catch (error) {
      failure = { error }
    } finally {
      isOver = true
      leave()
    }
  }
  const over = run()

  return {
    store,
    counts,
    reasons,
    cases,
    losses,
    leftEmpty,
    records,
    get looked() {
      return looked
    },
    get isComplete() {
      return isComplete
    },
    async ask(ms, read) {
      askedAt = Date.now()
      asking += 1
      try {
        await Promise.race([over, wait(ms, undefined, { ref: false })])
        if (failure) throw failure.error
        return read(this)
      } finally {
        asking -= 1
        leave()
      }
    },
    close() {
      if (isClosed) return
      isClosed = true
      leave()
    },
  }
}
