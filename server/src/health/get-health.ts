import * as contract from '@muster/contract/health.ts'
import { sql } from 'kysely'
import { publicHandler } from '../http/handler.ts'

export const getHealth = publicHandler(contract.getHealth, async ({ tx }) => {
  await sql`select 1`.execute(tx)
  return { status: 'ok' as const, version: '0.1.0', database: 'ok' as const }
})
