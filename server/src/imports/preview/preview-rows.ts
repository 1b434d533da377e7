import type { Database } from '../../database/connect.ts'
import type { ImportOrder } from '../open-import.ts'
import { type FilePeople, openFilePeople } from '../rows/file-people.ts'
import { loadPeople } from '../rows/load-people.ts'
import type { Person } from '../rows/person.ts'
import { planRows } from '../rows/plan-rows.ts'
import { readRows } from '../rows/read-rows.ts'
import { resolveRows } from '../rows/resolve-rows.ts'
import type { ResolvedRow } from '../rows/resolved-row.ts'
import { roomForRows } from '../rows/room-for-rows.ts'
import { type PreviewedRow, previewRow } from './present-row.ts'

const rowsAtOnce = 500

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
  const known = await loadPeople(db, order, rows, { lock: false })
  if (order.settings.policy === 'create_anyway') return known
  const tried = ofFile.find(
    rows,
    known.map(({ id }) => id),
  )
  const met = known.map((person) => merge(person, tried.get(person.id)))
  const knownIds = new Set(known.map(({ id }) => id))
  return [...met, ...[...tried.values()].filter(({ id }) => !knownIds.has(id))]
}

/**
 * What would become of each row, some hundreds at a time, by the same decisions as the import, writing nothing. Reads
 * the file once and holds a few hundred rows of it.
 */
export async function* previewRows(db: Database, order: ImportOrder): AsyncGenerator<PreviewedRow[]> {
  const ofFile = openFilePeople()
  try {
    const room = await roomForRows(db, order, { rows: Number.POSITIVE_INFINITY, lock: false })
    const given = { makeId: ofFile.makeId, now: new Date().toISOString(), room }
    const { table, columns, decisions } = order
    for await (const rows of readRows(table, columns, decisions, { after: 0, size: rowsAtOnce })) {
      const resolved = await resolveRows(db, order, rows)
      const outcomes = planRows(order, resolved, await meetPeople(db, order, resolved, ofFile), given)
      const touched = outcomes.filter(({ personVersion }) => personVersion !== null)
      if (order.settings.policy !== 'create_anyway')
        ofFile.save(new Set(touched.map(({ person }) => person!)))
      yield outcomes.map((outcome) => previewRow(order, outcome))
    }
  } finally {
    ofFile.close()
  }
}
