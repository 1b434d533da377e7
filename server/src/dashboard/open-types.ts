import { funnelTypes } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The types an application without a disposition can be in. */
export const openTypes = funnelTypes.filter((type) => type !== 'hired')

/** By type rather than by `closed_at`: the index that counts by type answers it alone. */
export const isOpen: RawBuilder<SqlBool> = sql`applications.status_type = any(${[...openTypes]}::text[])`
