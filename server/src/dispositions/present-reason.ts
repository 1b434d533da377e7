import type { Party, reason } from '@muster/contract/dispositions.ts'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.generated.ts'

export function presentReason(row: Selectable<DB['reasons']>): z.input<typeof reason> {
  return { id: row.id, party: row.party as Party, name: row.name, hidden: row.hidden }
}
