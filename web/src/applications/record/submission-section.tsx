import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  askAboutSubmission,
  getSubmission,
  listSubmissions,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../../api/query.ts'
import { usePermission } from '../../session/session.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import { ShareDialog } from './share-dialog.tsx'
import { SharedText } from './shared-text.tsx'

type Submission = ResponseOf<typeof getSubmission>

const submissionQuery = (id: string) => endpointQuery(getSubmission, { params: { id } })

function show(submission: Submission) {
  queryClient.setQueryData(submissionQuery(submission.id).queryKey, submission)
  return invalidate(listSubmissions)
}

/** The questions of the client and the replies of the agency, and a field for the next one. */
function Thread({ submission, asks }: { submission: Submission; asks: boolean }) {
  const [body, setBody] = useState('')
  const send = useMutation({
    mutationFn: () =>
      call(asks ? askAboutSubmission : replyToClient, {
        params: { id: submission.id },
        body: { body: body.trim() },
      }),
    onSuccess: (sent) => {
      setBody('')
      void show(sent)
    },
  })
  const label = asks ? t`Question to the agency` : t`Reply to the client`
  return (
    <Stack gap="sm">
      {submission.messages.map(({ id, by, at, body: text }) => (
        <div key={id}>
          <Text size="xs" c="var(--ink-3)">
            {by.name} · {formatDateTime(at)}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Text>
        </div>
      ))}
      {send.error && <Alert color="red">{errorMessage(send.error)}</Alert>}
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={body.trim() === ''}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {asks ? <Trans>Ask</Trans> : <Trans>Reply</Trans>}
        </Button>
      </Group>
    </Stack>
  )
}

function Shared({ id, mayShare, asks }: { id: string; mayShare: boolean; asks: boolean }) {
  const { data: submission } = useQuery(submissionQuery(id))
  const withdraw = useMutation({
    mutationFn: () => call(withdrawSubmission, { params: { id } }),
    onSuccess: (withdrawn) => {
      toast(t`Withdrawn. The client no longer sees the summary.`)
      void show(withdrawn)
    },
    onError: (error) => toastError(error, t`Not withdrawn`),
  })
  if (!submission) return null
  return (
    <Stack gap="md">
      <SharedText
        summary={submission.summary}
        answers={submission.answers}
        signature={`${submission.submittedBy.name}, ${formatDateTime(submission.submittedAt)}`}
      />
      <Thread submission={submission} asks={asks} />
      {mayShare && (
        <Group>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            <Trans>Withdraw from the client</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** What the client company gets to read about a submitted candidate: shared by the agency, read by its reviewers. */
export function SubmissionSection({ application }: { application: ApplicationDetails }) {
  const mayShare = usePermission('applications:write')
  const asks = usePermission('submissions:decide')
  const [opened, setOpened] = useState(false)
  const query = { applicationId: application.id, limit: 1 }
  const { data } = useQuery(endpointQuery(listSubmissions, { query }))
  const latest = data?.items[0]
  const isShared = latest !== undefined && latest.withdrawnAt === null
  const canShare = mayShare && !isShared && application.status.type === 'submitted' && application.can.edit
  if (!data || (!isShared && !canShare)) return null
  const { name } = application.company
  return (
    <Section title={mayShare ? t`Shared with ${name}` : t`From the agency`}>
      {isShared ? (
        <Shared id={latest.id} mayShare={mayShare} asks={asks && !mayShare} />
      ) : (
        <Group justify="space-between">
          <Text size="sm" c="var(--ink-2)">
            <Trans>Nothing is shared yet. Write a summary for this client.</Trans>
          </Text>
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            <Trans>Share summary…</Trans>
          </Button>
        </Group>
      )}
      <ShareDialog
        key={latest?.id}
        application={application}
        before={latest}
        opened={opened && canShare}
        onClose={() => setOpened(false)}
        onShared={show}
      />
    </Section>
  )
}
