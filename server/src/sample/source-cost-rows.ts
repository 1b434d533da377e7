import { addDays, dayOf } from '@muster/contract/local-days.ts'
import type { SampleRows } from './rows.ts'
import { iso } from './rows.ts'

/** What a source costs in a month, in dollars, and in which months if not in all. */
const prices: readonly { source: string; dollars: number; months?: readonly number[] }[] = [
  { source: 'Indeed', dollars: 1_450 },
  { source: 'ZipRecruiter', dollars: 720 },
  { source: 'Facebook', dollars: 380 },
  { source: 'LinkedIn', dollars: 299 },
  { source: 'Job fair', dollars: 1_900, months: [2, 5, 9, 10] },
  { source: 'Referral', dollars: 500, months: [3, 6, 9, 12] },
]

interface Asked {
  workspaceId: string
  userId: string
  timezone: string
  from: number
  to: number
  /** Months that have costs already, as "2026-03 Indeed". */
  taken: ReadonlySet<string>
  newId: () => string
}

/** Returns what the sources of the sample cost, for each month that is over. */
export function sourceCostRows({ workspaceId, userId, timezone, from, to, taken, newId }: Asked) {
  const last = dayOf(to, timezone).slice(0, 7)
  const rows: NonNullable<SampleRows['source_costs']> = []
  for (let month = dayOf(from, timezone).slice(0, 7); month < last; ) {
    const next = addDays(`${month}-01`, 31).slice(0, 7)
    const number = Number(month.slice(5))
    for (const [index, { source, dollars, months }] of prices.entries()) {
      if ((months && !months.includes(number)) || taken.has(`${month} ${source}`)) continue
      const at = iso(Date.parse(`${next}-02T14:00:00Z`))
      rows.push({
        workspace_id: workspaceId,
        id: newId(),
        source,
        month,
        // Bills differ by some percent from month to month.
        amount_minor: Math.round(dollars * (90 + ((number * 7 + index * 5) % 21))),
        currency: 'USD',
        version: 1,
        updated_by: userId,
        created_at: at,
        updated_at: at,
      })
    }
    month = next
  }
  return rows
}
