import type { Selectable } from 'kysely'
import type { Candidates } from '../../database/schema.generated.ts'
import { fromColumn } from '../custom/custom-values.ts'
import type { PersonFields } from './person.ts'

/** What an import may write of a person, from their row. */
export function personFields(
  row: Pick<
    Selectable<Candidates>,
    | 'name'
    | 'email'
    | 'phone'
    | 'phone_extension'
    | 'profile_url'
    | 'external_id'
    | 'location'
    | 'current_company'
    | 'current_title'
    | 'notes'
    | 'do_not_call'
    | 'consent'
    | 'custom_fields'
  >,
): PersonFields {
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    phoneExtension: row.phone_extension,
    profileUrl: row.profile_url,
    externalId: row.external_id,
    location: row.location,
    currentCompany: row.current_company,
    currentTitle: row.current_title,
    notes: row.notes,
    doNotCall: row.do_not_call,
    consent: row.consent as PersonFields['consent'],
    ...fromColumn('candidate', row.custom_fields),
  }
}
