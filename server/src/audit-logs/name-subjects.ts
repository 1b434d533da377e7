import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Kind of row in the log → its table and the column with its name. */
const tables: Record<string, { table: string; name: string }> = {
  user: { table: 'users', name: 'name' },
  candidate: { table: 'candidates', name: 'name' },
  application: { table: 'applications', name: 'candidate_name' },
  position: { table: 'positions', name: 'name' },
  company: { table: 'companies', name: 'name' },
  pipeline: { table: 'pipelines', name: 'name' },
  'custom-field': { table: 'custom_fields', name: 'label' },
  agent: { table: 'agents', name: 'name' },
  import: { table: 'imports', name: 'file_name' },
  'api-key': { table: 'api_keys', name: 'name' },
  invitation: { table: 'invitations', name: 'email' },
  webhook: { table: 'outgoing_webhooks', name: 'url' },
  call_queue: { table: 'call_queues', name: 'name' },
  voice_campaign: { table: 'voice_campaigns', name: 'name' },
}

interface Named {
  kind: string
  id: string
}

/** Returns the current names of rows by kind and ID. Deleted rows have none. */
export async function nameSubjects(
  db: Database,
  workspaceId: string,
  subjects: readonly Named[],
): Promise<(subject: Named) => string | null> {
  const names = new Map<string, string>()
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const place = tables[kind]
    if (!place) continue
    const ids = [...new Set(ofKind.map(({ id }) => id))]
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${sql.ref(place.name)} as name from ${sql.table(place.table)}
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    `.execute(db)
    for (const { id, name } of rows) names.set(`${kind} ${id}`, name)
  }
  return ({ kind, id }) => names.get(`${kind} ${id}`) ?? null
}
