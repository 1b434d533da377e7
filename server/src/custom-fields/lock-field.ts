import { staleVersion } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { lockFields } from './load-fields.ts'
import { findChangeableField } from './present-field.ts'

/**
 * Locks the definitions, and returns a field that can be changed.
 * @param version that the caller has read
 * @throws NOT_FOUND; CONFLICT while its values are being changed, and if it has another version
 */
export async function lockField(tx: Database, actor: Actor, id: string, version?: number): Promise<Field> {
  await findChangeableField(tx, actor, id)
  await lockFields(tx, actor.workspaceId)
  const field = await findChangeableField(tx, actor, id)
  if (version !== undefined && version !== field.version) throw staleVersion(field.version)
  return field
}
