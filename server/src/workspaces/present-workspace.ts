import type { workspace } from '@muster/contract/workspace.ts'
import type { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connect.ts'

export async function loadWorkspace(
  db: Database,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  workspaceId: string,
): Promise<z.input<typeof workspace>> {
  const row = await db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .selectAll()
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    defaultCountry: row.default_country,
    requireSecondFactor: row.require_second_factor,
    sendsEmail: smtpUrl !== null,
    version: row.version,
    createdAt: row.created_at,
  }
}
