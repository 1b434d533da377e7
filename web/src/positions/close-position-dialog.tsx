import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Select, Stack, Textarea } from '@mantine/core'
import { dispositions } from '@muster/contract/dispositions.ts'
import { closingDispositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonsQuery } from '../applications/queries.ts'
import { usePermission } from '../session/session.ts'
import { dispositionLabels } from '../texts/contract-labels.ts'
import { useOpened } from '../ui/use-opened.ts'
import type { OpenApplications } from './close-position.ts'
import { openApplications, type PositionDetails } from './position-state.ts'

interface ClosePositionDialogProps {
  position: PositionDetails
  opened: boolean
  pending: boolean
  onCancel: () => void
  onConfirm: (openApplications: OpenApplications) => void
}

interface End {
  disposition: (typeof closingDispositions)[number]
  reasonId: string | null
  note: string
}

/** The disposition of the open applications, its reason, and a note. */
function EndFields({ end, onChange }: { end: End; onChange: (end: End) => void }) {
  const { data: reasons } = useQuery(reasonsQuery)
  const { party } = dispositions[end.disposition]
  const offered = (reasons?.items ?? []).filter((reason) => reason.party === party && !reason.hidden)
  return (
    <Stack gap="xs">
      <Select
        label={t`Outcome`}
        data={closingDispositions.map((value) => ({ value, label: t(dispositionLabels[value]) }))}
        value={end.disposition}
        allowDeselect={false}
        onChange={(value) => onChange({ ...end, disposition: value as End['disposition'], reasonId: null })}
      />
      {offered.length > 0 && (
        <Select
          label={t`Reason`}
          placeholder={t`Choose a reason`}
          searchable
          clearable
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={end.reasonId}
          onChange={(reasonId) => onChange({ ...end, reasonId })}
        />
      )}
      <Textarea
        label={t`Note`}
        placeholder={t`Optional internal note`}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2000}
        value={end.note}
        onChange={({ currentTarget }) => onChange({ ...end, note: currentTarget.value })}
      />
    </Stack>
  )
}

/** Explains what happens when there is nothing to choose. */
function Explanation({ open }: { open: number }) {
  return (
    <span>
      {open === 0 ? (
        <Trans>
          This position has no open applications. It will be removed from lists of open positions.
        </Trans>
      ) : (
        plural(open, {
          one: '# open application stays in its status.',
          other: '# open applications stay in their status.',
        })
      )}
    </span>
  )
}

/** Asks, before a position closes, what happens to its open applications. */
export function ClosePositionDialog(props: ClosePositionDialogProps) {
  const { position, opened, pending, onCancel, onConfirm } = props
  const { name } = position
  const open = openApplications(position)
  const mayClose = usePermission('applications:close')
  const [choice, setChoice] = useState<OpenApplications['action']>('close')
  const [end, setEnd] = useState<End>({ disposition: 'position_closed', reasonId: null, note: '' })
  const asks = mayClose && open > 0
  const closing = asks && choice === 'close'
  const confirm = () =>
    onConfirm(closing ? { action: 'close', ...end, note: end.note.trim() || null } : { action: 'leave' })
  return (
    <Modal opened={useOpened(opened)} onClose={onCancel} title={t`Close ${name}`} size="md" centered>
      <Stack gap="md">
        {asks ? (
          <Radio.Group
            label={plural(open, {
              one: 'What should happen to the # open application?',
              other: 'What should happen to the # open applications?',
            })}
            value={choice}
            onChange={(value) => setChoice(value as OpenApplications['action'])}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="close"
                label={t`Close applications`}
                description={t`Reports keep the furthest status of each application. Undo reopens the applications.`}
              />
              <Radio
                value="leave"
                label={t`Keep applications open`}
                description={t`Applications stay in lists and on the board until someone closes or moves them.`}
              />
            </Stack>
          </Radio.Group>
        ) : (
          <Explanation open={open} />
        )}
        {closing && <EndFields end={end} onChange={setEnd} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={pending} onClick={confirm}>
            {closing
              ? plural(open, {
                  one: 'Close position and # application',
                  other: 'Close position and # applications',
                })
              : t`Close position`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
