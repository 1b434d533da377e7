import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import {
  type AnyGrouping,
  type CountedIn,
  type Grouping,
  isFieldGrouping,
  measureKeys,
  readCounted,
  readCountedIn,
  readFieldGrouping,
  unitOf,
} from '@muster/contract/measures.ts'
import { queryClient } from '../../api/query.ts'
import { customFieldsQuery } from '../../custom-fields/custom-fields-query.ts'
import { formatDaysIn } from '../../dashboard/format-days-in.ts'
import { reportTimezone } from '../../dashboard/report-timezone.ts'
import { groupingLabel, groupName, measureLabel } from '../../explore/words.ts'
import { dispositionLabels, statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import type { ApplicationsSearch } from './applications-search.ts'
import { type ListFilter, type RowFilter, valueLabelQuery } from './filter-options.tsx'

/** The filters of the list that name the groups of a grouping. */
const namedBy: Partial<Record<Grouping, ListFilter | RowFilter>> = {
  owner: 'ownerId',
  position: 'positionId',
  company: 'companyId',
  pipeline: 'pipelineId',
  agent: 'agentId',
  queue: 'queueId',
  campaign: 'campaignId',
  reason: 'reasonId',
}

function labelOf(labels: Record<string, MessageDescriptor>, key: string): string {
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined
  return label ? t(label) : key
}

async function nameOfKey(grouping: Grouping, key: string): Promise<string | null> {
  const filter = namedBy[grouping]
  if (filter) return queryClient.fetchQuery(valueLabelQuery(filter, key))
  if (grouping === 'statusType') return labelOf(statusTypeLabels, key)
  return grouping === 'disposition' ? labelOf(dispositionLabels, key) : key
}

interface Named {
  label: string
  nameOf: (key: string) => Promise<string | null>
}

/** Returns the names of a custom field and its options; null if it was retired, or is hidden from this user. */
async function nameField(grouping: AnyGrouping & `${string}.${string}`): Promise<Named | null> {
  const { subject, key } = readFieldGrouping(grouping)
  const { items } = await queryClient.fetchQuery(customFieldsQuery(subject))
  const field = items.find((each) => each.key === key)
  if (!field) return null
  return {
    label: field.label,
    nameOf: async (value) => {
      if (field.type === 'boolean') return value === 'true' ? t`yes` : t`no`
      if (field.type === 'user') return queryClient.fetchQuery(valueLabelQuery('ownerId', value))
      return field.options.find(({ id }) => id === value)?.label ?? null
    },
  }
}

/** Names the groups of a cell: "Source: Referral", "Owner: All others". */
async function groupText({ grouping, keys, isExcluded }: CountedIn): Promise<string> {
  const ofField = isFieldGrouping(grouping)
  const named = ofField
    ? await nameField(grouping)
    : { label: groupingLabel(grouping), nameOf: (key: string) => nameOfKey(grouping, key) }
  const [key = null] = keys
  const name = key === null || isExcluded ? null : ((await named?.nameOf(key)) ?? t`1 selected`)
  const label = named?.label ?? t`Unknown field`
  return `${label}: ${groupName({ key, name, isOthers: isExcluded } as never, grouping)}`
}

function rangeText({ counted, countedValueFrom: from, countedValueTo: to }: ApplicationsSearch): string[] {
  if (!counted || from === undefined) return []
  const isHours = unitOf(readCounted(counted).measure) === 'hours'
  const start = formatNumber(Number(from))
  if (to === undefined) return [isHours ? t`${start} h or more` : t`${start} d or more`]
  const end = formatNumber(Number(to))
  return [isHours ? t`${start}–${end} h` : t`${start}–${end} d`]
}

function cohortText({ countedReached: reached, countedDays: days }: ApplicationsSearch): string[] {
  if (!reached || !days) return []
  const stage = t(statusTypeLabels[reached])
  return [t`reached ${stage} within ${days} days`]
}

/** Names the measure, or the side of a rate: "Contact rate (numerator)". */
function measureText(counted: NonNullable<ApplicationsSearch['counted']>): string {
  const { measure, isPart } = readCounted(counted)
  const label = measureLabel(measure)
  if (unitOf(measure) !== 'share') return label
  return isPart ? t`${label} (numerator)` : t`${label} (denominator)`
}

/**
 * Describes the number that opened a list: "Hires, Source: Referral, Nov 1 – 28". Null if the address names no measure.
 */
export async function countedLabel(search: ApplicationsSearch): Promise<string | null> {
  const { counted, countedFrom: from, countedTo: to, countedIn = [], countedTimezone } = search
  if (!counted || !measureKeys.includes(readCounted(counted).measure)) return null
  const groups = await Promise.all(readCountedIn(countedIn).map(groupText))
  const period = from && to ? [formatDaysIn(from, to, countedTimezone ?? reportTimezone())] : []
  return [measureText(counted), ...cohortText(search), ...rangeText(search), ...groups, ...period].join(', ')
}
