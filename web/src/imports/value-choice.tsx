import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import type { ValueField } from './import-settings.ts'
import type { Decision } from './import-values.ts'
import classes from './imports.module.css'
import type { Option } from './position-options.ts'

interface ValueChoiceProps {
  field: Exclude<ValueField, 'source'>
  value: string
  options: Option[]
  decision: Decision | null
  /** Rows without a position have one. */
  hasDefault: boolean
  mayCreate: boolean
  companyNames: readonly string[]
  /** May create companies. */
  mayName: boolean
  onDecide: (decision: Decision | null) => void
}

const choose = ''
const leaveEmpty = 'empty'
const createPrefix = 'create '

function keyOf(decision: Decision | null): string {
  if (!decision) return choose
  if (decision.kind === 'match') return decision.match
  if (decision.kind === 'empty') return leaveEmpty
  return createPrefix + (decision.kind === 'status' ? decision.type : '')
}

function emptyLabel(field: ValueChoiceProps['field'], hasDefault: boolean): string {
  if (field === 'status') return t`The position’s first status`
  if (field === 'owner') return t`Leave unassigned`
  return hasDefault ? t`The position for rows without one` : t`Do not import these rows`
}

/** Chooses what an unknown value of the file becomes: something that exists, nothing, or something new. */
export function ValueChoice(props: ValueChoiceProps) {
  const { field, value, options, decision, hasDefault, mayCreate, onDecide } = props
  const isNew = decision?.kind === 'position'
  const created =
    field === 'position'
      ? [{ value: createPrefix, label: t`Create “${value}”` }]
      : statusTypeKeys.map((type) => ({
          value: createPrefix + type,
          label: t`Create “${value}” with type ${t(statusTypeLabels[type])}`,
        }))
  const groups = [
    { group: t`Existing`, items: options },
    ...(mayCreate && field !== 'owner' && value.length <= (field === 'status' ? 60 : 200)
      ? [{ group: t`New`, items: created }]
      : []),
  ].filter(({ items }) => items.length > 0)

  function decide(key: string) {
    if (key === choose) onDecide(null)
    else if (key === leaveEmpty) onDecide({ kind: 'empty' })
    else if (!key.startsWith(createPrefix)) onDecide({ kind: 'match', match: key })
    else if (field === 'position') onDecide({ kind: 'position', companyName: '' })
    else onDecide({ kind: 'status', type: key.slice(createPrefix.length) as StatusType })
  }

  return (
    <div className={classes.decision}>
      <NativeSelect
        aria-label={t`Import ${value} as`}
        data={[
          { value: choose, label: t`Choose…` },
          { value: leaveEmpty, label: emptyLabel(field, hasDefault) },
          ...groups,
        ]}
        value={keyOf(decision)}
        onChange={(event) => decide(event.currentTarget.value)}
      />
      {isNew && <CompanyField {...props} companyName={decision.companyName} />}
    </div>
  )
}

function CompanyField({
  value,
  companyName,
  companyNames,
  mayName,
  onDecide,
}: ValueChoiceProps & { companyName: string }) {
  const isKnown = companyNames.some((name) => name.toLowerCase() === companyName.trim().toLowerCase())
  const isAdded = companyName.trim() !== '' && !isKnown
  return (
    <TextInput
      aria-label={t`Company of ${value}`}
      placeholder={t`Company`}
      list="import-companies"
      maxLength={200}
      required
      value={companyName}
      description={isAdded && mayName ? t`Will be created as a client company` : undefined}
      error={
        isAdded && !mayName
          ? t`You do not have permission to create companies. Choose an existing one.`
          : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onDecide({ kind: 'position', companyName: event.currentTarget.value })}
    />
  )
}
