import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { createSubmission, type listSubmissions } from '@muster/contract/submissions.ts'
import { listUsers } from '@muster/contract/users.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import { withRequiredFields } from '../custom-fields/with-required-fields.tsx'
import { useCurrentUser, usePermission } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import type { ApplicationDetails } from './application-query.ts'
import { CoveredResume } from './covered-resume.tsx'
import { SharedText } from './shared-text.tsx'

const mostAnswers = 20

interface ShareDialogProps {
  application: ApplicationDetails
  /** What was shared before it was withdrawn, to begin with. */
  before: ResponseOf<typeof listSubmissions>['items'][number] | undefined
  opened: boolean
  /** Which of several it is, when they are shared one after another. */
  progress?: { number: number; count: number }
  /** Goes on to the next without sharing. */
  onSkip?: () => void
  onClose: () => void
  onShared: (submission: ResponseOf<typeof createSubmission>) => void
}

/** Returns whether nobody of the company can sign in to read what is shared; false where that is not known. */
function useHasNoReader(companyId: string, opened: boolean): boolean {
  const enabled = usePermission('users:read') && opened
  const query = { companyId: [companyId], status: ['active' as const], limit: 1 }
  const { data } = useQuery({ ...endpointQuery(listUsers, { query }), enabled })
  return data?.items.length === 0
}

/** Chooses what a client company reads about a candidate, and shows it as the client will see it. */
export function ShareDialog({
  application,
  before,
  opened,
  progress,
  onSkip,
  onClose,
  onShared,
}: ShareDialogProps) {
  const me = useCurrentUser()
  const { id, candidate, company, resumeFile } = application
  const [summary, setSummary] = useState(before?.summary ?? '')
  const [answers, setAnswers] = useState(before?.answers ?? [])
  const hasNoReader = useHasNoReader(company.id, opened)
  const companyName = company.name
  const chosen = answers.filter(({ label, value }) => label.trim() !== '' && value.trim() !== '')
  const share = useMutation({
    mutationFn: () =>
      withRequiredFields({ subject: candidate.name, of: 1, action: t`Share` }, (filling) =>
        call(createSubmission, {
          params: { id },
          body: { summary: summary.trim(), answers: chosen, ...filling },
        }),
      ),
    onSuccess: (shared) => {
      if (!shared) return
      const { name } = company
      toast(t`Shared with ${name}`)
      if (!onSkip) onClose()
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
              <Trans>Add question</Trans>
            </Button>
          </Group>
        )}
        {hasNoReader && (
          <Alert role="note">{t`Nobody at ${companyName} has an account to read this. Invite a client reviewer.`}</Alert>
        )}
        <section aria-label={t`What the client sees`}>
          <Text size="xs" c="var(--ink-3)">
            <Trans>What the client sees</Trans>
          </Text>
          <Text>{candidate.name}</Text>
          <Text size="xs" c="var(--ink-3)">
            {[application.position.name, candidate.location].filter(Boolean).join(' · ')}
          </Text>
          <SharedText summary={summary.trim() || t`No summary yet`} answers={chosen} signature={me.name} />
          {resumeFile && <CoveredResume applicationId={id} name={candidate.name} />}
        </section>
        <Group justify="flex-end" gap="xs">
          {progress && (
            <Text size="xs" c="var(--ink-3)">
              {t`${progress.number} of ${progress.count}`}
            </Text>
          )}
          <Button variant="default" onClick={onSkip ?? onClose}>
            {onSkip ? <Trans>Skip</Trans> : <Trans>Cancel</Trans>}
          </Button>
          <Button disabled={summary.trim() === ''} loading={share.isPending} onClick={() => share.mutate()}>
            <Trans>Share</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
