import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Select, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type DispositionKind,
  dispositionKeys,
  dispositions,
  type Party,
  partyKeys,
} from '@muster/contract/dispositions.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dispositionLabels } from '../texts/contract-words.ts'
import { useOpened } from '../ui/use-opened.ts'
import classes from './close-dialog.module.css'
import { reasonsQuery } from './queries.ts'

/** How an application ended, as calls that close take it. */
export interface Closing {
  disposition: DispositionKind
  reasonId: string | null
  note: string | null
}

interface CloseDialogProps {
  opened: boolean
  onCancel: () => void
  onClose: (closing: Closing) => void
  /** Whom it is about: a name, or "12 applications". */
  subject: string
  /** What will happen, where it needs saying. */
  explanation?: ReactNode
  pending?: boolean
}

const deciders: Record<Party, MessageDescriptor> = {
  us: msg`We decided`,
  company: msg`Company decided`,
  candidate: msg`Candidate decided`,
}

const groups: { label: MessageDescriptor; kinds: DispositionKind[] }[] = [
  ...partyKeys.map((party) => ({
    label: deciders[party],
    kinds: dispositionKeys.filter((kind) => dispositions[kind].party === party),
  })),
  { label: msg`Otherwise`, kinds: dispositionKeys.filter((kind) => dispositions[kind].party === null) },
]

interface CloseForm {
  disposition: DispositionKind | null
  reasonId: string | null
  note: string
}

function CloseForm({
  onCancel,
  onClose,
  explanation,
  pending,
}: Omit<CloseDialogProps, 'opened' | 'subject'>) {
  const { t } = useLingui()
  const { data: reasons } = useQuery(reasonsQuery)
  const ofParty = (kind: DispositionKind | null) => {
    const party = kind && dispositions[kind].party
    return (reasons?.items ?? []).filter((reason) => reason.party === party && !reason.hidden)
  }
  const form = useForm<CloseForm>({
    initialValues: { disposition: null, reasonId: null, note: '' },
    validate: {
      disposition: (kind) => (kind ? null : t`Choose how it ended`),
      reasonId: (id, { disposition }) =>
        id || ofParty(disposition).length === 0 ? null : t`Choose a reason`,
    },
  })
  const offered = ofParty(form.values.disposition)
  const submit = form.onSubmit(({ disposition, reasonId, note }) => {
    if (disposition) onClose({ disposition, reasonId, note: note.trim() || null })
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {explanation && (
          <Text c="var(--ink-2)" size="sm">
            {explanation}
          </Text>
        )}
        <Radio.Group
          label={t`How did it end?`}
          {...form.getInputProps('disposition')}
          onChange={(value) => form.setValues({ disposition: value as DispositionKind, reasonId: null })}
        >
          <div className={classes.kinds}>
            {groups.map(({ label, kinds }) => (
              <div key={kinds[0]} className={classes.group}>
                <span className={classes.party}>{t(label)}</span>
                {kinds.map((kind) => (
                  <Radio
                    key={kind}
                    size="xs"
                    value={kind}
                    label={t(dispositionLabels[kind])}
                    data-autofocus={kind === groups[0]?.kinds[0] || undefined}
                  />
                ))}
              </div>
            ))}
          </div>
        </Radio.Group>
        {offered.length > 0 && (
          <Select
            label={t`Reason`}
            placeholder={t`Choose a reason`}
            searchable
            data={offered.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('reasonId')}
          />
        )}
        <Textarea
          label={t`Note`}
          placeholder={t`Optional, for colleagues`}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('note')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={pending}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks how one or more applications ended: by whose decision, for which of the workspace's reasons, with a note. */
export function CloseDialog({ opened, subject, ...form }: CloseDialogProps) {
  const { t } = useLingui()
  return (
    <Modal opened={useOpened(opened)} onClose={form.onCancel} title={t`Close ${subject}`} size="md">
      <CloseForm {...form} />
    </Modal>
  )
}
