import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type DispositionKind,
  dispositionKeys,
  dispositions,
  type Party,
  partyKeys,
} from '@muster/contract/dispositions.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { dispositionLabels } from '../texts/contract-labels.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { formatWhen } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './close-dialog.module.css'
import { reasonsQuery } from './queries.ts'

/** A disposition in the form that requests take. */
export interface Closing {
  disposition: DispositionKind
  reasonId: string | null
  note: string | null
}

interface CloseDialogProps {
  opened: boolean
  onCancel: () => void
  onClose: (closing: Closing) => void
  /** The applications' candidates, and their status types and callbacks if known. */
  applications: readonly {
    candidate: { name: string }
    status?: { type: string }
    callbackAt?: string | null
  }[]
  /** What will happen, when that is not obvious. */
  explanation?: ReactNode
  pending?: boolean
}

const deciders: Record<Party, MessageDescriptor> = {
  us: msg`We decided`,
  company: msg`Company decided`,
  candidate: msg`Candidate decided`,
}

interface DispositionGroup {
  label: MessageDescriptor
  kinds: readonly DispositionKind[]
}

/** Returns the dispositions by who decided. Hired comes first where an offer was made, otherwise among the rest. */
function groupsOf(hadOffer: boolean): readonly DispositionGroup[] {
  const others = dispositionKeys.filter((kind) => dispositions[kind].party === null && kind !== 'hired')
  const byParty = partyKeys.map((party) => ({
    label: deciders[party],
    kinds: dispositionKeys.filter((kind) => dispositions[kind].party === party),
  }))
  return hadOffer
    ? [
        { label: msg`Offer accepted`, kinds: ['hired'] },
        ...byParty,
        { label: msg`Other outcomes`, kinds: others },
      ]
    : [...byParty, { label: msg`Other outcomes`, kinds: [...others, 'hired'] }]
}

const afterOffer: ReadonlySet<string | undefined> = new Set(['offer', 'hired'])

/** The keys of choices, in their order. */
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

interface ChoiceProps {
  value: string
  label: string
  index: number
  /** Whether its key works now. */
  keyed: boolean
  autofocus?: boolean
}

function Choice({ value, label, index, keyed, autofocus }: ChoiceProps) {
  const digit = keyed ? digits[index] : undefined
  return (
    <div className={classes.choice}>
      <Radio
        size="xs"
        value={value}
        label={label}
        data-digit={digit}
        aria-keyshortcuts={digit}
        data-autofocus={autofocus || undefined}
      />
      {digit && (
        <span aria-hidden>
          <Kbd>{digit}</Kbd>
        </span>
      )}
    </div>
  )
}

interface CloseForm {
  disposition: DispositionKind | null
  reasonId: string | null
  note: string
}

function CloseForm({
  applications,
  onCancel,
  onClose,
  explanation,
  pending,
}: Omit<CloseDialogProps, 'opened'>) {
  const { t } = useLingui()
  const reasonHint = useId()
  const { data: reasons } = useQuery(reasonsQuery)
  const groups = groupsOf(applications.every(({ status }) => afterOffer.has(status?.type)))
  const order = groups.flatMap(({ kinds }) => kinds)
  const ofParty = (kind: DispositionKind | null) => {
    const party = kind && dispositions[kind].party
    return (reasons?.items ?? []).filter((reason) => reason.party === party && !reason.hidden)
  }
  const form = useForm<CloseForm>({
    initialValues: { disposition: null, reasonId: null, note: '' },
    validate: {
      disposition: (kind) => (kind ? null : t`Choose an outcome`),
      reasonId: (id, { disposition }) =>
        id || ofParty(disposition).length === 0 ? null : t`Choose a reason`,
    },
  })
  const { disposition } = form.values
  const callbacks = applications.flatMap(({ callbackAt }) => callbackAt ?? [])
  const offered = ofParty(disposition)
  const asksReason = offered.length > 0
  const choose = (kind: DispositionKind | null) => form.setValues({ disposition: kind, reasonId: null })
  const submit = form.onSubmit(({ disposition, reasonId, note }) => {
    if (disposition) onClose({ disposition, reasonId, note: note.trim() || null })
  })

  /** Digits choose an outcome, then its reason; Backspace goes back to the outcomes; Enter closes. */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const typing = (event.target as Element).tagName === 'TEXTAREA'
    if (
      event.key === 'Enter' &&
      (event.ctrlKey || event.metaKey || (event.target as Element).matches('[type=radio]'))
    ) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
      return
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace' && disposition) choose(null)
    else if (digits.includes(event.key)) {
      const radio = event.currentTarget.querySelector<HTMLElement>(`[data-digit="${event.key}"]`)
      radio?.focus()
      radio?.click()
    } else return
    event.preventDefault()
  }

  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <Stack gap="md">
        {explanation && (
          <Text c="var(--ink-2)" size="sm">
            {explanation}
          </Text>
        )}
        {callbacks.length > 0 && (
          <Text c="var(--ink-2)" size="sm">
            {callbacks.length === 1
              ? t`The callback ${formatWhen(callbacks[0]!)} is removed.`
              : t`${callbacks.length} callbacks are removed.`}
          </Text>
        )}
        <Radio.Group
          label={t`Outcome`}
          {...form.getInputProps('disposition')}
          value={disposition ?? ''}
          onChange={(value) => choose(value as DispositionKind)}
        >
          <div className={classes.kinds}>
            {groups.map(({ label, kinds }) => (
              <div key={kinds[0]} className={classes.group}>
                <span className={classes.party}>{t(label)}</span>
                {kinds.map((kind) => (
                  <Choice
                    key={kind}
                    value={kind}
                    label={t(dispositionLabels[kind])}
                    index={order.indexOf(kind)}
                    keyed={!asksReason}
                    autofocus={kind === order[0]}
                  />
                ))}
              </div>
            ))}
          </div>
        </Radio.Group>
        {asksReason && (
          <Radio.Group
            label={t`Reason`}
            aria-describedby={reasonHint}
            {...form.getInputProps('reasonId')}
            value={form.values.reasonId ?? ''}
          >
            <div className={classes.reasons}>
              {offered.map(({ id, name }, index) => (
                <Choice key={id} value={id} label={name} index={index} keyed />
              ))}
            </div>
            <span id={reasonHint} className={classes.party}>
              <Trans>Backspace: choose another outcome. Enter: close.</Trans>
            </span>
          </Radio.Group>
        )}
        <Textarea
          label={t`Note`}
          placeholder={t`Optional internal note`}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('note')}
        />
        <FormButtons pending={pending} onCancel={onCancel}>
          <Plural value={applications.length} one="Close application" other="Close # applications" />
        </FormButtons>
      </Stack>
    </form>
  )
}

/**
 * Asks for the disposition of one or more applications: party, one of the workspace's reasons, and a note. Digits
 * choose.
 */
export function CloseDialog({ opened, ...form }: CloseDialogProps) {
  const { t } = useLingui()
  const [first, ...more] = form.applications
  const count = form.applications.length
  const name = more.length === 0 ? first?.candidate.name : undefined
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={form.onCancel}
      title={name ? t`Close application: ${name}` : t`Close ${count} applications`}
      size="md"
    >
      <CloseForm {...form} />
    </Modal>
  )
}
