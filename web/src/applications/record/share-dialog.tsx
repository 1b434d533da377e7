import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { createSubmission, type listSubmissions } from '@muster/contract/submissions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useCurrentUser } from '../../session/session.ts'
import { toast } from '../../ui/toast.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import { SharedText } from './shared-text.tsx'

const mostAnswers = 20

interface ShareDialogProps {
  application: ApplicationDetails
  /** What was shared before it was withdrawn, to begin with. */
  before: ResponseOf<typeof listSubmissions>['items'][number] | undefined
  opened: boolean
  onClose: () => void
  onShared: (submission: ResponseOf<typeof createSubmission>) => void
}

/** Chooses what a client company reads about a candidate, and shows it as the client will see it. */
export function ShareDialog({ application, before, opened, onClose, onShared }: ShareDialogProps) {
  const me = useCurrentUser()
  const { id, candidate, company } = application
  const [summary, setSummary] = useState(before?.summary ?? '')
  const [answers, setAnswers] = useState(before?.answers ?? [])
  const chosen = answers.filter(({ label, value }) => label.trim() !== '' && value.trim() !== '')
  const share = useMutation({
    mutationFn: () =>
      call(createSubmission, { params: { id }, body: { summary: summary.trim(), answers: chosen } }),
    onSuccess: (shared) => {
      const { name } = company
      toast(t`Shared with ${name}`)
      onClose()
      onShared(shared)
    },
  })
  const change = (index: number, answer: Partial<(typeof answers)[number]>) =>
    setAnswers(answers.map((each, place) => (place === index ? { ...each, ...answer } : each)))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Share ${candidate.name} with ${company.name}`}
      size="lg"
    >
      <Stack gap="md">
        {share.error && <Alert color="red">{errorMessage(share.error)}</Alert>}
        <Textarea
          label={t`Summary for this client`}
          description={t`Signed with your name. Contact details are not shared.`}
          data-autofocus
          autosize
          minRows={4}
          maxRows={12}
          maxLength={2000}
          value={summary}
          onChange={(event) => setSummary(event.currentTarget.value)}
        />
        {answers.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID and are only added at the end
          <Group key={index} gap="xs" align="end" wrap="nowrap">
            <TextInput
              label={t`Question`}
              maxLength={80}
              value={label}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              label={t`Answer`}
              maxLength={500}
              flex={1}
              value={value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <Button
              variant="default"
              aria-label={t`Remove answer ${index + 1}`}
              onClick={() => setAnswers(answers.filter((_, place) => place !== index))}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        ))}
        {answers.length < mostAnswers && (
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => setAnswers([...answers, { label: '', value: '' }])}
            >
              <Trans>Add answer</Trans>
            </Button>
          </Group>
        )}
        <section aria-label={t`What the client sees`}>
          <Text size="xs" c="var(--ink-3)">
            <Trans>What the client sees</Trans>
          </Text>
          <SharedText summary={summary.trim() || t`No summary yet`} answers={chosen} signature={me.name} />
        </section>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={summary.trim() === ''} loading={share.isPending} onClick={() => share.mutate()}>
            <Trans>Share</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
