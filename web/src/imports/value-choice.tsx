import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { lazy, Suspense, useState } from 'react'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { toast } from '../ui/toast.tsx'
import type { ValueField } from './import-settings.ts'
import { type Decision, newPositionOf } from './import-values.ts'
import classes from './imports.module.css'
import type { Option } from './position-options.ts'

interface ValueChoiceProps {
  field: Exclude<ValueField, 'source'>
  value: string
  /** Of a position at a client company: the names of both. */
  parts?: { name?: string | undefined; company?: string | undefined }
  options: Option[]
  decision: Decision | null
  /** Rows without a position have one. */
  hasDefault: boolean
  mayCreate: boolean
  companyNames: readonly string[]
  /** May create companies. */
  mayName: boolean
  /** May invite users. */
  mayInvite: boolean
  onDecide: (decision: Decision | null) => void
}

const choose = ''
const leaveEmpty = 'empty'
const createPrefix = 'create '
const invite = 'invite'
const invited = 'invited'

// Few owners are unknown.
const InviteDrawer = lazy(() =>
  import('../invitations/invite-drawer.tsx').then((module) => ({ default: module.InviteDrawer })),
)

/** A file names its owners, or has their emails. */
const inviteeOf = (value: string) => (value.includes('@') ? { email: value } : { name: value })

function keyOf(decision: Decision | null): string {
  if (!decision) return choose
  if (decision.kind === 'match') return decision.match
  if (decision.kind === 'empty') return leaveEmpty
  if (decision.kind === 'invited') return invited
  return createPrefix + (decision.kind === 'status' ? decision.type : '')
}

function emptyLabel(field: ValueChoiceProps['field'], hasDefault: boolean): string {
  if (field === 'status') return t`The position’s first status`
  if (field === 'owner') return t`Leave unassigned`
  return hasDefault ? t`The position for rows without a position` : t`Do not import these rows`
}

/** Chooses what an unknown value of the file becomes: something that exists, nothing, or something new. */
export function ValueChoice(props: ValueChoiceProps) {
  const { field, value, parts = {}, options, decision, hasDefault, mayCreate, mayInvite, onDecide } = props
  const [inviting, setInviting] = useState(false)
  const name = parts.name ?? value
  const isNew = decision?.kind === 'position'
  const created =
    field === 'position'
      ? [{ value: createPrefix, label: t`Create “${name}”` }]
      : statusTypeKeys.map((type) => ({
          value: createPrefix + type,
          label: t`Create “${value}” with type ${t(statusTypeLabels[type])}`,
        }))
  const groups = [
    { group: t`Existing`, items: options },
    ...(mayCreate && field !== 'owner' && name.length <= (field === 'status' ? 60 : 200)
      ? [{ group: t`New`, items: created }]
      : []),
    ...(mayInvite && field === 'owner'
      ? [{ group: t`New`, items: [{ value: invite, label: t`Invite “${value}”…` }] }]
      : []),
  ].filter(({ items }) => items.length > 0)

  function decide(key: string) {
    if (key === invited) return
    if (key === invite) return setInviting(true)
    if (key === choose) onDecide(null)
    else if (key === leaveEmpty) onDecide({ kind: 'empty' })
    else if (!key.startsWith(createPrefix)) onDecide({ kind: 'match', match: key })
    else if (field === 'position') onDecide(newPositionOf(parts))
    else onDecide({ kind: 'status', type: key.slice(createPrefix.length) as StatusType })
  }

  return (
    <div className={classes.decision}>
      <NativeSelect
        aria-label={t`Import ${value} as`}
        data={[
          { value: choose, label: t`Choose a value` },
          { value: leaveEmpty, label: emptyLabel(field, hasDefault) },
          ...(decision?.kind === 'invited'
            ? [{ value: invited, label: t`Invited: assign once they join` }]
            : []),
          ...groups,
        ]}
        value={keyOf(decision)}
        onChange={(event) => decide(event.currentTarget.value)}
      />
      {isNew && <CompanyField {...props} companyName={decision.companyName} />}
      {inviting && (
        <Suspense>
          <InviteDrawer
            invitee={inviteeOf(value)}
            onClose={() => setInviting(false)}
            onDone={(invitationId) => {
              setInviting(false)
              // Only users who have joined can own applications.
              onDecide({ kind: 'invited', invitationId })
              toast(
                t`Applications of ${value} stay unassigned until the invitation is accepted. Then they are assigned.`,
              )
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function CompanyField({
  value,
  parts,
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
      onChange={(event) =>
        onDecide({ kind: 'position', companyName: event.currentTarget.value, name: parts?.name })
      }
    />
  )
}
