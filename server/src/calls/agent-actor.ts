import { effectivePermissions } from '@muster/contract/permissions.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

/**
 * Returns the actor for the consequences of a voice agent's call, where nobody is signed in. It sees the whole
 * workspace and may do what the workspace's rules say. It has no user: histories name the agent instead (`by`).
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
