import { statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { quote } from '../contact-formats/reading.ts'
import type { Database } from '../database/connect.ts'
import { formatNumber } from '../texts/format.ts'
import { findOwners } from './find-owners.ts'
import { findPositionsByName } from './find-positions.ts'
import { createValueChoices, type ImportSettings, type ValueField } from './import-settings.ts'
import { loadStatusOptions } from './match-values.ts'
import { partsOf } from './meaning/position-value.ts'
import { suggestStatus } from './meaning/suggest-value.ts'
import type { ListedValue, Survey } from './meaning/survey-rows.ts'

const mostNamed = 20
const types = statusTypeKeys.map((type) => ({ id: type, name: statusTypes[type].label, type }))

type Found = ListedValue[]

/** The names among those given that mean a record of the workspace. */
const known: Record<
  Exclude<ValueField, 'source'>,
  (db: Database, workspaceId: string, values: Found) => Promise<(value: string) => boolean>
> = {
  async position(db, workspaceId, values) {
    const named = await findPositionsByName(db, workspaceId, values.map(partsOf))
    const found = new Set(named.map(({ value }) => value))
    return (value) => found.has(value)
  },
  async status(db, workspaceId) {
    const options = [...(await loadStatusOptions(db, workspaceId)), ...types]
    return (value) => suggestStatus(value, options) !== null
  },
  async owner(db, workspaceId, values) {
    const found = await findOwners(
      db,
      workspaceId,
      values.map(({ value }) => value),
    )
    return (value) => found.has(value)
  },
}

function explain(field: string, unknown: Found): string {
  const more = unknown.length - mostNamed
  const named = unknown
    .slice(0, mostNamed)
    .map(({ value, count }) => `${quote(value)} (${formatNumber(count)})`)
  const list = more > 0 ? `${named.join(', ')}, +${formatNumber(more)}` : named.join(', ')
  if (field === 'position')
    return t`Choose or create a position for each value, or null to leave it empty: ${list}`
  if (field === 'status')
    return t`Choose or create a status for each value, or null for the first status: ${list}`
  return t`Choose a user for each value, or null to leave it empty: ${list}`
}

/**
 * Checks that every position, status and owner of the file is known, or was decided by the user.
 * @throws VALIDATION with the unknown values by field
 */
export async function assertDecided(
  db: Database,
  workspaceId: string,
  settings: ImportSettings,
  values: Survey['values'],
): Promise<void> {
  const choice = createValueChoices(settings)
  const hasApplications = Boolean(settings.positionId) || Object.values(settings.mapping).includes('position')
  if (!hasApplications) return
  const details: Record<string, string[]> = {}
  for (const field of ['position', 'status', 'owner'] as const) {
    if (field === 'position' && settings.positionId) continue
    const open = (values[field] ?? []).filter(({ value }) => choice(field, value) === undefined)
    if (open.length === 0) continue
    const isKnown = await known[field](db, workspaceId, open)
    const unknown = open.filter(({ value }) => !isKnown(value))
    if (unknown.length > 0) details[`values.${field}`] = [explain(field, unknown)]
  }
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION', t`Some values in the file still need a choice`, { details })
}
