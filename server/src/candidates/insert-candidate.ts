import type { candidateInput } from '@muster/contract/candidates.ts'
import type { z } from 'zod'
import { ownSource, writeConsentsAs } from '../consents/consent-writer.ts'
import { applyChanges, readValues } from '../custom-fields/read-values.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'
import { normaliseContact } from './normalise-contact.ts'

export type CandidateInput = z.output<typeof candidateInput>

export function distinctTags(tags: readonly string[]): string[] {
  return [...new Set(tags)]
}

/**
 * Inserts a candidate and returns their id. The caller first checks that they do not exist (`findMatch`) and that the
 * actor may see the résumé. `at` is the path of the custom fields in messages.
 * @throws VALIDATION for an unreadable phone or profile URL
 */
export async function insertCandidate(
  tx: Database,
  actor: Actor,
  input: CandidateInput,
  at = 'customFields',
): Promise<string> {
  const changes = await readValues(tx, actor, 'candidate', input.customFields, {}, { isNew: true, at })
  const contact = normaliseContact(input, actor.workspace.defaultCountry)
  const id = newId()
  if (input.consent !== undefined || input.doNotCall) await writeConsentsAs(tx, ownSource(actor))
  await tx
    .insertInto('candidates')
    .values({
      workspace_id: actor.workspaceId,
      id,
      name: input.name,
      email: contact.email ?? null,
      phone: contact.phone ?? null,
      phone_extension: contact.phoneExtension ?? null,
      profile_url: contact.profileUrl ?? null,
      external_id: input.externalId ?? null,
      location: input.location ?? null,
      current_company: input.currentCompany ?? null,
      current_title: input.currentTitle ?? null,
      notes: input.notes ?? null,
      tags: distinctTags(input.tags ?? []),
      do_not_call: input.doNotCall ?? false,
      consent: input.consent ?? 'unknown',
      resume_file_id: input.resumeFileId ?? null,
      custom_fields: JSON.stringify(applyChanges({}, changes)),
    })
    .execute()
  return id
}
