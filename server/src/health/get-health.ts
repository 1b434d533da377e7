import * as contract from '@muster/contract/health.ts'
import { sql } from 'kysely'
import { publicHandler } from '../http/handler.ts'
import { version } from '../version.ts'

export const getHealth = publicHandler(contract.getHealth, async ({ tx }) => {
  await sql`select 1`.execute(tx)
  return { status: 'ok' as const, version, database: 'ok' as const }
})
