import type { applicationExportColumns } from '@muster/contract/application-export.ts'
import type { candidateExportColumns } from '@muster/contract/candidates.ts'
import type { ImportField, ImportTarget } from '@muster/contract/import-fields.ts'
import { languageKeys } from '@muster/contract/languages.ts'
import { inLanguage } from '#texts'
import { applicationColumns } from '../applications/export-columns.ts'
import { candidateListColumns } from '../candidates/candidate-columns.ts'
import { fieldHeaders } from '../custom-fields/field-headers.ts'
import type { CustomTargets } from './custom/custom-targets.ts'
import { formerHeaders } from './former-headers.ts'

type ExportedName = (typeof applicationExportColumns)[number] | (typeof candidateExportColumns)[number]

/** What an exported column is to an import. Null: a result, which is never imported. */
const fields: Record<ExportedName, ImportField | null> = {
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
  enteredStatus: 'statusAt',
  closed: 'closedAt',
  id: 'applicationId',
  candidateId: 'candidateId',
  company: null,
  statusType: null,
  due: null,
  lastContact: null,
  lastContactAt: null,
  callback: null,
  disposition: null,
  reason: null,
  created: null,
  lastActivity: null,
  personTags: null,
  applicationCount: null,
  addedAt: null,
}

const exportedNames = Object.keys(fields) as ExportedName[]

/** Fields of columns that any file may have: an export is known by the others. */
const ofAnyFile = new Set(
  exportedNames.filter(
    (name) => fields[name] && !['id', 'candidateId', 'enteredStatus', 'closed'].includes(name),
  ),
)

interface ExportedColumn {
  field: ImportTarget | null
  isOurs: boolean
}

/** Header → what is exported under it, in each language. */
let known: Map<string, ExportedColumn>[] | undefined

function readHeaders(): Map<string, ExportedColumn>[] {
  return languageKeys.map((language) =>
    inLanguage(
      language,
      () =>
        new Map(
          Object.entries({ ...applicationColumns(), ...candidateListColumns() }).map(([key, { header }]) => {
            const name = key as ExportedName
            return [header, { field: fields[name], isOurs: !ofAnyFile.has(name) }]
          }),
        ),
    ),
  )
}

const recognising: readonly ImportTarget[] = ['fullName', 'applicationId', 'candidateId']

const isFound = (columns: (ExportedColumn | undefined)[]): columns is ExportedColumn[] =>
  columns.every((column) => column !== undefined)

/**
 * What the columns of a file mean that was exported here, in whatever language; null for any other. Names and contact
 * data alone are any file's, so it takes a column that only an export has.
 * @param targets all custom fields in use
 */
export function fieldsOfExport(
  headers: readonly string[],
  targets: CustomTargets,
): (ImportTarget | null)[] | null {
  known ??= readHeaders()
  for (const language of known) {
    const custom = new Map<string, ExportedColumn>()
    const customHeaders = fieldHeaders(targets.values(), language.keys())
    for (const [field, { id }] of targets) custom.set(customHeaders.get(id)!, { field, isOurs: false })
    const found = headers.map((header) => {
      const name = header.trim()
      return language.get(name) ?? language.get(formerHeaders[name] ?? '') ?? custom.get(name)
    })
    if (!isFound(found) || !found.some(({ isOurs }) => isOurs)) continue
    const meanings = found.map(({ field }) => field)
    const isOfPeople = recognising.some((field) => meanings.includes(field))
    if (isOfPeople && new Set(headers).size === headers.length) return meanings
  }
  return null
}
