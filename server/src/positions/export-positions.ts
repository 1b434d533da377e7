import * as contract from '@muster/contract/positions.ts'
import { type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { exportListFields } from '../custom-fields/export-fields.ts'
import { readByFields } from '../custom-fields/search-values.ts'
import { day, type ExportColumn, number, text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { findPositions, positionOrders } from './list-positions.ts'

const the = (column: string) => sql.ref(`list.${column}`)

function formatState(state: string): string {
  if (state === 'open') return t({ message: 'Open', context: 'state of a position' })
  if (state === 'closed') return t({ message: 'Closed', context: 'state of a position' })
  return t({ message: 'On hold', context: 'state of a position' })
}

function countsByType(): Record<StatusType, ExportColumn> {
  const counts = statusTypeKeys.map((type) => [
    type,
    number(translate(statusTypes[type].label), sql`coalesce((list.counts->>${type})::int, 0)`),
  ])
  return Object.fromEntries(counts) as Record<StatusType, ExportColumn>
}

export const exportPositions = exportList(
  contract.exportPositions,
  { sees: 'positions:read', what: 'positions' },
  async ({ tx, actor, query }) => {
    const builtIn = {
      name: text(t`Position`, the('name'), { width: 28 }),
      company: text(t`Company`, the('company_name'), { width: 24, repeats: true }),
      state: text(t`State`, the('state'), {
        format: inCurrentLanguage(formatState),
      }),
      openings: number(t`Openings`, the('openings')),
      openingsFilled: number(t`Openings filled`, the('openings_filled')),
      location: text(t`Location`, the('location')),
      owner: text(t`Owner`, the('owner_name'), { repeats: true }),
      hiringManager: text(t`Hiring manager`, the('hiring_manager_name'), { repeats: true }),
      pipeline: text(t`Pipeline`, the('pipeline_name'), { repeats: true }),
      ...countsByType(),
      openedAt: day(t`Opened`, the('opened_at')),
      closedAt: day(t`Closed on`, the('closed_at')),
      created: time(t`Created`, the('created_at')),
      id: text(t`ID`, the('id'), { width: 38 }),
    }
    return {
      name: t`Positions`,
      columns: { ...builtIn, ...(await exportListFields(tx, actor, 'position', builtIn, query.timezone)) },
      rows: findPositions(tx, actor, query, await readByFields(tx, actor, 'position', query)),
      idColumn: 'positions.id',
      order: positionOrders[query.sort],
    }
  },
)
