import type { ImportField } from '@muster/contract/import-fields.ts'
import { languageKeys } from '@muster/contract/languages.ts'
import { inLanguage } from '#texts'
import { applicationColumns } from '../applications/export-columns.ts'
import { candidateListColumns } from '../candidates/candidate-columns.ts'

/** What an exported column is to an import; the others are results, which are never taken in. */
const fields: Partial<Record<string, ImportField>> = {
  candidate: 'fullName',
  email: 'email',
  phone: 'phone',
  profileUrl: 'profileUrl',
  externalId: 'externalId',
  location: 'location',
  currentCompany: 'currentCompany',
  currentTitle: 'currentTitle',
  notes: 'notes',
  doNotCall: 'doNotCall',
  consent: 'consent',
  position: 'position',
  status: 'status',
  owner: 'owner',
  source: 'source',
  tags: 'tags',
  applied: 'appliedAt',
}

/** Header → field, of what is exported in each language. */
let known: Map<string, ImportField | null>[] | undefined

function readHeaders(): Map<string, ImportField | null>[] {
  return languageKeys.map((language) =>
    inLanguage(
      language,
      () =>
        new Map(
          Object.entries({ ...applicationColumns(), ...candidateListColumns() }).map(([name, { header }]) => [
            header,
            fields[name] ?? null,
          ]),
        ),
    ),
  )
}

/**
 * What the columns of a file mean that was exported here, in whatever language; null for any other. Names and contact
 * data alone are any file's, so it takes a column that only an export has.
 */
export function fieldsOfExport(headers: readonly string[]): (ImportField | null)[] | null {
  known ??= readHeaders()
  for (const language of known) {
    const found = headers.map((header) => language.get(header.trim()))
    const isExport = found.every((field) => field !== undefined) && found.includes(null)
    if (isExport && new Set(headers).size === headers.length && found.includes('fullName'))
      return found as (ImportField | null)[]
  }
  return null
}
