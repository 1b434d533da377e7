import { funnelTypes } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The status types of open applications. */
export const openTypes = funnelTypes.filter((type) => type !== 'hired')

/** By type instead of `closed_at`, so that the index by type alone answers it. */
export const isOpen: RawBuilder<SqlBool> = sql`applications.status_type = any(${[...openTypes]}::text[])`
