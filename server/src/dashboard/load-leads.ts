import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { loadOpen } from './load-present.ts'
import { openTypes } from './open-types.ts'
import type { ReportQuery } from './report-period.ts'

/** Open applications by type, and of them the late ones; types without any are there with 0. */
export async function loadLeads(db: Database, actor: Actor, query: ReportQuery) {
  const open = await loadOpen(db, actor, query)
  return openTypes.map((type) => {
    const found = open.find(({ label }) => label === type)
    return { type, count: found?.count ?? 0, late: found?.late ?? 0 }
  })
}
