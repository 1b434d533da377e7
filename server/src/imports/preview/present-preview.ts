import type { BodyOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { importCaseKeys } from '@muster/contract/import-cases.ts'
import type { previewImport } from '@muster/contract/import-preview.ts'
import { z } from 'zod'
import { translate } from '#texts'
import { choiceOf } from '../rows/recognise-person.ts'
import type { PreviewedRow } from './present-row.ts'
import type { PreviewRun } from './preview-run.ts'
import { reasonLabels } from './reason-labels.ts'

type Preview = ResponseOf<typeof previewImport>
type Asked = BodyOf<typeof previewImport>

/** The report of a table of any width stays readable. */
const longestShown = 500

function presentRow(row: PreviewedRow, asked: Asked, store: PreviewRun['store']): Preview['rows'][number] {
  const { cells, stored, corrected, problems, lost, cases: _, ...rest } = row
  const columns = cells
    .map((_cell, column) => column)
    .filter((column) => asked.everyColumn || column in stored)
  return {
    ...rest,
    problems: problems.map(({ cell, ...problem }) => ({
      ...problem,
      sameValue: cell === null ? null : store.countSame(cell, cells[cell] ?? ''),
    })),
    lost: lost.map(({ column, message }) => ({ column, message })),
    cells: columns.map((column) => ({
      column,
      value: cells[column]!.slice(0, longestShown + 1),
      stored: stored[column]?.slice(0, longestShown) ?? null,
      original: corrected[column] ?? null,
    })),
  }
}

function presentReasons({ reasons }: PreviewRun): Preview['reasons'] {
  const found = [...reasons].map(([code, { count, severity }]) => ({
    code,
    label: translate(reasonLabels[code] ?? code),
    severity,
    count,
  }))
  return found.sort((a, b) =>
    a.severity === b.severity ? b.count - a.count : a.severity === 'error' ? -1 : 1,
  )
}

function presentLosses(losses: PreviewRun['losses']): Preview['losses'] {
  return [...losses]
    .flatMap(([field, rows]) => (field === 'any' ? [] : [{ field, rows }]))
    .sort((one, other) => other.rows - one.rows)
}

function presentCases({ cases }: PreviewRun, asked: Asked): Preview['cases'] {
  return importCaseKeys.flatMap((kind) => {
    const tally = cases.get(kind)
    if (!tally) return []
    const examples = tally.examples.map(({ row, said, person }) => ({
      row,
      ...said,
      // Somebody whom the file brings has no id that anyone knows.
      person: { ...person, id: z.uuid().safeParse(person.id).success ? person.id : null },
    }))
    return [{ kind, count: tally.count, choice: choiceOf(asked, kind), examples }]
  })
}

/** What a run found so far, with the rows asked for. */
export function presentPreview(run: PreviewRun, asked: Asked, rowCount: number): Preview {
  const { looked, isComplete, counts } = run
  const { only, reason, case: kind, lost, cursor, limit } = asked
  const after = Number(cursor ?? 0)
  const rows = run.store.list({ only, reason, case: kind, lost }, after, limit)
  const mayGoOn = rows.length === limit || !isComplete
  return {
    rowCount: isComplete ? looked : Math.max(rowCount, looked),
    looked,
    isComplete,
    counts: { total: looked, ...counts },
    records: [...run.records],
    reasons: presentReasons(run),
    lostRows: run.losses.get('any') ?? 0,
    losses: presentLosses(run.losses),
    leftEmpty: presentLosses(run.leftEmpty),
    cases: presentCases(run, asked),
    rows: rows.map((row) => presentRow(row, asked, run.store)),
    nextCursor: mayGoOn ? String(rows.at(-1)?.row ?? after) : null,
  }
}
