import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { importFields, type previewImport } from '@muster/contract/imports.ts'
import { translate } from '#texts'
import type { Database } from '../database/connect.ts'
import type { ImportOrder } from './open-import.ts'
import type { Outcome } from './rows/carry-out.ts'
import type { RowResult } from './rows/decide-row.ts'
import { type FilePeople, openFilePeople } from './rows/file-people.ts'
import { loadPeople } from './rows/load-people.ts'
import type { Person } from './rows/person.ts'
import { planRows } from './rows/plan-rows.ts'
import { readRows } from './rows/read-rows.ts'
import { resolveRows } from './rows/resolve-rows.ts'
import type { ResolvedRow } from './rows/resolved-row.ts'

type Preview = ResponseOf<typeof previewImport>

const rowsAtOnce = 500
const rowsShown = 200

/** Somebody of the workspace as earlier rows would have left them, with what they have by now on other positions. */
function merge(known: Person, tried: Person | undefined): Person {
  if (!tried) return known
  const triedIds = new Set(tried.applications.map(({ id }) => id))
  const others = known.applications.filter(({ id }) => !triedIds.has(id))
  return { ...tried, applications: [...others, ...tried.applications] }
}

async function meetPeople(
  db: Database,
  order: ImportOrder,
  rows: readonly ResolvedRow[],
  ofFile: FilePeople,
): Promise<Person[]> {
  if (order.settings.policy === 'create_anyway') return []
  const known = await loadPeople(db, order, rows, { lock: false })
  const tried = ofFile.find(
    rows,
    known.map(({ id }) => id),
  )
  const met = known.map((person) => merge(person, tried.get(person.id)))
  const knownIds = new Set(known.map(({ id }) => id))
  return [...met, ...[...tried.values()].filter(({ id }) => !knownIds.has(id))]
}

function presentRow({ row, result, matchedBy, problems }: Outcome): Preview['rows'][number] {
  const { name, email, phone } = row.candidate
  return {
    row: row.number,
    result,
    name: name || null,
    email,
    phone,
    position: row.positionName,
    matchedBy: matchedBy === null ? null : translate(importFields[matchedBy]),
    problems: problems.map(({ column, code, message, severity }) => ({ column, code, message, severity })),
  }
}

/**
 * What would become of each row, by the same decisions as the import, writing nothing. Reads the file once and holds a
 * few hundred rows of it.
 */
export async function previewRows(
  db: Database,
  order: ImportOrder,
  only: RowResult | undefined,
): Promise<Preview> {
  const counts = { total: 0, create: 0, update: 0, skip: 0, conflict: 0, invalid: 0 }
  const shown: Preview['rows'] = []
  const ofFile = openFilePeople()
  const given = { makeId: ofFile.makeId, now: new Date().toISOString() }
  try {
    const { table, columns, decisions } = order
    for await (const rows of readRows(table, columns, decisions, { after: 0, size: rowsAtOnce })) {
      const resolved = await resolveRows(db, order, rows)
      const outcomes = planRows(order, resolved, await meetPeople(db, order, resolved, ofFile), given)
      for (const outcome of outcomes) {
        counts.total += 1
        counts[outcome.result] += 1
        if (shown.length < rowsShown && (only === undefined || only === outcome.result))
          shown.push(presentRow(outcome))
      }
      const touched = outcomes.filter(({ personVersion }) => personVersion !== null)
      if (order.settings.policy !== 'create_anyway')
        ofFile.save(new Set(touched.map(({ person }) => person!)))
    }
  } finally {
    ofFile.close()
  }
  return { counts, rows: shown }
}
