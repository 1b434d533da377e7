import type { CountryCode } from 'libphonenumber-js/max'
import type { Database } from '../database/connect.ts'
import type { Column } from './files/table.ts'
import type { CountryHints } from './meaning/suggest-phone-country.ts'
import { recallPhoneCountry } from './remembered-mapping.ts'

/** The workspace's country, and the one chosen last for numbers in a file with these headers. */
export async function loadCountryHints(
  db: Database,
  workspaceId: string,
  columns: readonly Column[],
): Promise<CountryHints> {
  const { default_country: workspace } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select('default_country')
    .executeTakeFirstOrThrow()
  return {
    workspace: workspace as CountryCode,
    remembered: await recallPhoneCountry(db, workspaceId, columns),
  }
}
