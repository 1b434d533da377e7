import { effectivePermissions } from '@muster/contract/permissions.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

/**
 * Who acts where a voice agent's call has consequences and nobody is signed in: sees the workspace and may do what its
 * rules say. Histories name the agent instead (`by`), so there is no user.
 */
export async function agentActor(db: Database, workspaceId: string): Promise<Actor> {
  const workspace = await db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select(['name', 'timezone', 'default_country'])
    .executeTakeFirstOrThrow()
  return {
    userId: '',
    workspaceId,
    sessionId: '',
    name: '',
    email: '',
    role: 'admin',
    permissions: new Set(effectivePermissions('admin', [], [])),
    companyId: null,
    workspace: {
      name: workspace.name,
      timezone: workspace.timezone,
      defaultCountry: workspace.default_country,
    },
    mustChoosePassword: false,
    mustSetUpSecondFactor: false,
    impersonation: null,
  }
}
