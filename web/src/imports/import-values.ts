import type { StatusType } from '@muster/contract/status-types.ts'
import { type Analysis, type ImportSettings, isMapped, type ValueField } from './import-settings.ts'

type Create = NonNullable<ImportSettings['create']>

/** What a value of the file becomes: a record, nothing, a new record; null until somebody decides. */
export type Decision =
  | { kind: 'match'; match: string }
  | { kind: 'empty' }
  /** Unassigned until the invitation is accepted. */
  | { kind: 'invited'; invitationId: string }
  | { kind: 'position'; companyName: string; name?: string | undefined }
  | { kind: 'status'; type: StatusType }

const nothing: Create = { positions: {}, statuses: {} }

export function createOf({ create }: ImportSettings): Create {
  return { ...nothing, ...create }
}

/** Reads what was decided about a value; null while it is undecided. */
export function decisionOf(settings: ImportSettings, field: ValueField, value: string): Decision | null {
  const { positions, statuses } = createOf(settings)
  const position = positions?.[value]
  if (field === 'position' && position)
    return { kind: 'position', companyName: position.companyName ?? '', name: position.name }
  const type = statuses?.[value]
  if (field === 'status' && type) return { kind: 'status', type }
  const match = settings.values?.[field]?.[value]
  if (match === undefined) return null
  const invitationId = field === 'owner' ? settings.invitedOwners?.[value] : undefined
  if (match === null && invitationId) return { kind: 'invited', invitationId }
  return match === null ? { kind: 'empty' } : { kind: 'match', match }
}

function without<Value>(record: Record<string, Value> | undefined, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([other]) => other !== key))
}

/** Decides about a value, in place of what was decided before; null takes the decision back. */
export function decideValue(
  settings: ImportSettings,
  field: ValueField,
  value: string,
  decision: Decision | null,
): ImportSettings {
  const create = createOf(settings)
  const values = { ...settings.values, [field]: without(settings.values?.[field], value) }
  const next = {
    ...create,
    ...(field === 'position' ? { positions: without(create.positions, value) } : {}),
    ...(field === 'status' ? { statuses: without(create.statuses, value) } : {}),
  }
  if (decision?.kind === 'position')
    next.positions = {
      ...next.positions,
      [value]: {
        companyName: decision.companyName,
        ...(decision.name === undefined ? {} : { name: decision.name }),
      },
    }
  if (decision?.kind === 'status') next.statuses = { ...next.statuses, [value]: decision.type }
  if (decision?.kind === 'match') values[field] = { ...values[field], [value]: decision.match }
  if (decision?.kind === 'empty' || decision?.kind === 'invited')
    values[field] = { ...values[field], [value]: null }
  return withCreate({ ...withInvited(settings, field, value, decision), values }, next)
}

/** Stores who was invited as the owner of a value. */
function withInvited(
  { invitedOwners, ...settings }: ImportSettings,
  field: ValueField,
  value: string,
  decision: Decision | null,
): ImportSettings {
  const others = field === 'owner' ? without(invitedOwners, value) : (invitedOwners ?? {})
  const next = decision?.kind === 'invited' ? { ...others, [value]: decision.invitationId } : others
  return Object.keys(next).length > 0 ? { ...settings, invitedOwners: next } : settings
}

export type PositionMatch = Analysis['values']['position'][number]

/** A new position of a value: at the client company that its rows name, else at one to enter. */
export function newPositionOf({ name, company }: Pick<PositionMatch, 'name' | 'company'>): Decision {
  return { kind: 'position', companyName: company ?? '', name }
}

/** The new positions by the client company that their rows name, with the company they are created at; null for none. */
export function newPositionsByClient(
  analysis: Analysis,
  settings: ImportSettings,
): { client: string | null; values: PositionMatch[]; companyName: string }[] {
  const { positions = {} } = createOf(settings)
  const created = analysis.values.position.filter(({ value }) => Object.hasOwn(positions, value))
  return [...Map.groupBy(created, ({ company }) => company ?? null)].map(([client, values]) => {
    const names = new Set(values.map(({ value }) => positions[value]!.companyName ?? ''))
    return { client, values, companyName: names.size === 1 ? [...names][0]! : '' }
  })
}

/** Stores what is to be created; nothing at all is left out. */
export function withCreate(settings: ImportSettings, create: Create): ImportSettings {
  const { create: _, ...rest } = settings
  const isEmpty =
    !create.position &&
    Object.keys(create.positions ?? {}).length === 0 &&
    Object.keys(create.statuses ?? {}).length === 0
  return isEmpty ? rest : { ...rest, create }
}

/** Whether rows have a position when they name none. */
export function hasDefaultPosition(settings: ImportSettings): boolean {
  return Boolean(settings.positionId) || settings.create?.position !== undefined
}

/** The values of a field that nobody decided about. A default position decides about all positions. */
export function undecidedValues(
  analysis: Analysis,
  settings: ImportSettings,
  field: ValueField,
): Analysis['values'][ValueField] {
  if (field === 'source' || !isMapped(settings, field)) return []
  if (field === 'position' && hasDefaultPosition(settings)) return []
  if (field !== 'position' && !isMapped(settings, 'position') && !hasDefaultPosition(settings)) return []
  return analysis.values[field].filter(({ value }) => decisionOf(settings, field, value) === null)
}

/** The new positions whose company has no name yet. */
export function withoutCompany(settings: ImportSettings): string[] {
  const { positions = {}, position } = createOf(settings)
  const all = [...Object.entries(positions), ...(position ? ([[position.name, position]] as const) : [])]
  return all.filter(([name, { companyName }]) => !companyName?.trim() || !name.trim()).map(([name]) => name)
}
