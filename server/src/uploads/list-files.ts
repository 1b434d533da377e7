import * as contract from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import { fieldFileScope, fileScope } from '../policies/file-policy.ts'
import { presentFileRow } from './present-file.ts'

export const listFiles = handler(contract.listFiles, async ({ tx, actor, query }) => {
  const scope = maySeeContacts(actor)
    ? fileScope(actor)
    : sql<boolean>`(files.created_by = ${actor.userId} or ${fieldFileScope(actor)})`
  const rows = await tx
    .selectFrom('files')
    .where('files.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`files.id = any(${query.id ?? []}::uuid[])`)
    .where(scope)
    .orderBy('files.id')
    .select(['files.id', 'files.name', 'files.content_type', 'files.size', 'files.created_at'])
    .execute()
  return { items: rows.map(presentFileRow) }
})
