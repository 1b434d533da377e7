import { type ImportCase, type ImportCaseChoice, importCases } from '@muster/contract/import-cases.ts'
import { type CustomImportField, type ImportTarget, isCustomTarget } from '@muster/contract/import-fields.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { t } from '#texts'
import { forbidden, invalid, notFound } from '../app-error.ts'
import { keepFields } from '../custom-fields/load-fields.ts'
import { fieldIsChanging } from '../custom-fields/present-field.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { assertStaff, findStaff } from '../users/assert-staff.ts'
import { editableTargets, fileTargets, loadCustomTargets } from './custom/custom-targets.ts'
import { explainFile } from './custom/suggest-custom-fields.ts'
import type { ImportSettings, ValueField } from './import-settings.ts'

const identifying: readonly ImportTarget[] = [
  'applicationId',
  'candidateId',
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'profileUrl',
]
const inSeveralColumns: ReadonlySet<ImportTarget> = new Set(['tags', 'notes'])
const longestSource = 120

const isId = (text: string) => z.uuid().safeParse(text).success

/** @throws VALIDATION on `mapping` for columns the file does not have, a field mapped twice, or nobody to recognise */
function checkMapping({ mapping }: ImportSettings, columnCount: number): void {
  const taken = new Map<ImportTarget, string>()
  for (const [index, field] of Object.entries(mapping)) {
    if (Number(index) >= columnCount || String(Number(index)) !== index)
      throw invalid(`mapping.${index}`, t`The file has no such column`)
    if (taken.has(field) && !inSeveralColumns.has(field))
      throw invalid(`mapping.${index}`, t`Another column is already mapped to this field`)
    taken.set(field, index)
  }
  const client = taken.get('clientCompany')
  if (client !== undefined && !taken.has('position'))
    throw invalid(
      `mapping.${client}`,
      t`Map a column to the position too, or do not import the client company.`,
    )
  if (!identifying.some((field) => taken.has(field)))
    throw invalid(
      'mapping',
      t`Map at least one column to a name, email, phone or profile URL. Without one, the file cannot be imported.`,
    )
}

/** @throws VALIDATION on `mapping` for a custom field that does not exist, or that the actor may not change */
async function checkCustomFields(db: Database, actor: Actor, { mapping }: ImportSettings): Promise<void> {
  const custom = Object.entries(mapping).filter(([, target]) => isCustomTarget(target))
  if (custom.length === 0) return
  await keepFields(db, actor.workspaceId)
  const known = await loadCustomTargets(db, actor.workspaceId)
  const targets = editableTargets(actor, known)
  const files = fileTargets(actor, known)
  for (const [index, target] of custom) {
    const field = targets.get(target as CustomImportField)
    const file = files.get(target as CustomImportField)
    if (file) throw invalid(`mapping.${index}`, explainFile(file.label))
    if (!field)
      throw invalid(`mapping.${index}`, t`There is no such custom field, or your role cannot change it`)
    if (field.isChanging) throw fieldIsChanging(field.label)
  }
}

/** The ids chosen for values of a field, those of rows without a value included. */
function chosenIds({ values }: ImportSettings, field: ValueField): string[] {
  return Object.values(values[field] ?? {}).filter((id) => id !== null)
}

async function checkPositions(db: Database, actor: Actor, settings: ImportSettings): Promise<void> {
  const chosen = chosenIds(settings, 'position')
  if (!chosen.every(isId)) throw invalid('values.position', t`Not a position ID`)
  const ids = new Set([...chosen, ...(settings.positionId ? [settings.positionId] : [])])
  if (ids.size === 0) return
  const found = await db
    .selectFrom('positions')
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'state'])
    .execute()
  if (found.length < ids.size) throw notFound(t`Position`)
  const closed = found.find(({ state }) => state === 'closed')
  if (closed) {
    const field = closed.id === settings.positionId ? 'positionId' : 'values.position'
    throw invalid(field, t`The position “${closed.name}” is closed. Reopen it first.`)
  }
}

async function checkOwners(db: Database, actor: Actor, settings: ImportSettings): Promise<void> {
  await assertStaff(db, actor, settings.ownerId, 'ownerId')
  const chosen = chosenIds(settings, 'owner')
  const staff = await findStaff(db, actor.workspaceId, chosen)
  await assertStaff(
    db,
    actor,
    chosen.find((id) => !staff.has(id)),
    'values.owner',
  )
}

/** @throws FORBIDDEN for those who do not invite users; VALIDATION for invitations of another workspace */
async function checkInvited(
  db: Database,
  actor: Actor,
  { invitedOwners = {} }: ImportSettings,
): Promise<void> {
  const ids = new Set(Object.values(invitedOwners))
  if (ids.size === 0) return
  if (!actor.permissions.has('users:manage')) throw forbidden(t`You do not have permission to invite users`)
  const found = await db
    .selectFrom('invitations')
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .select('id')
    .execute()
  if (found.length < ids.size) throw invalid('invitedOwners', t`There is no such invitation`)
}

/** @throws VALIDATION for a choice that makes no sense of its case */
function checkCases({ cases = {} }: ImportSettings): void {
  for (const [kind, choice] of Object.entries(cases) as [ImportCase, ImportCaseChoice][]) {
    const choices: readonly ImportCaseChoice[] = importCases[kind].choices
    if (!choices.includes(choice)) throw invalid(`cases.${kind}`, t`Must be one of ${choices.join(', ')}`)
  }
}

function checkTexts(settings: ImportSettings): void {
  if (settings.phoneCountry && !isSupportedCountry(settings.phoneCountry))
    throw invalid('phoneCountry', t`Enter a country code, such as US`)
  const types: readonly string[] = statusTypeKeys
  if (!chosenIds(settings, 'status').every((type) => types.includes(type)))
    throw invalid('values.status', t`Must be one of ${types.join(', ')}`)
  if (chosenIds(settings, 'source').some((source) => source.length > longestSource))
    throw invalid('values.source', t`At most ${longestSource} characters`)
}

/**
 * Checks how a file is to be read against the file and the workspace.
 * @throws VALIDATION that names the setting; NOT_FOUND for a position of another workspace
 */
export async function checkSettings(
  db: Database,
  actor: Actor,
  settings: ImportSettings,
  columnCount: number,
): Promise<void> {
  checkMapping(settings, columnCount)
  await checkCustomFields(db, actor, settings)
  checkTexts(settings)
  checkCases(settings)
  await checkPositions(db, actor, settings)
  await checkOwners(db, actor, settings)
  await checkInvited(db, actor, settings)
}
