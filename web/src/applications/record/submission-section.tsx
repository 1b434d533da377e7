import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  type getSubmission,
  listSubmissions,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { invalidate, queryClient } from '../../api/query.ts'
import { usePermission } from '../../session/session.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import { CoveredResume } from '../covered-resume.tsx'
import { ShareDialog } from '../share-dialog.tsx'
import { SharedText } from '../shared-text.tsx'
import { latestSubmissionQuery, submissionQuery } from './submission-queries.ts'

type Submission = ResponseOf<typeof getSubmission>

function show(submission: Submission) {
  queryClient.setQueryData(submissionQuery(submission.id).queryKey, submission)
  return invalidate(listSubmissions)
}

/** A field for the agency's next reply. */
function Reply({ submissionId, focus, onSent }: { submissionId: string; focus: boolean; onSent(): void }) {
  const [body, setBody] = useState('')
  const send = useMutation({
    mutationFn: () => call(replyToClient, { params: { id: submissionId }, body: { body: body.trim() } }),
    onSuccess: (sent) => {
      onSent()
      void show(sent)
    },
  })
  return (
    <>
      {send.error && <Alert color="red">{errorMessage(send.error)}</Alert>}
      <Textarea
        label={t`Reply to the client`}
        autoFocus={focus}
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
          <Trans>Reply</Trans>
        </Button>
      </Group>
    </>
  )
}

/** The questions of the client and the replies of the agency. */
function Thread({ messages }: Pick<Submission, 'messages'>) {
  return (
    <Stack gap="sm">
      {messages.map(({ id, by, at, body }) => (
        <div key={id}>
          <Text size="xs" c="var(--ink-3)">
            {by.name} · {formatDateTime(at)}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {body}
          </Text>
        </div>
      ))}
    </Stack>
  )
}

interface SharedProps {
  id: string
  mayReply: boolean
  mayWithdraw: boolean
}

function Shared({ id, mayReply, mayWithdraw }: SharedProps) {
  const { data: submission } = useQuery(submissionQuery(id))
  const [writes, setWrites] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => call(withdrawSubmission, { params: { id } }),
    onSuccess: (withdrawn) => {
      toast(t`Withdrawn. The client no longer sees the summary.`)
      void show(withdrawn)
    },
    onError: (error) => toastError(error, t`Not withdrawn`),
  })
  if (!submission) return null
  const isAsked = submission.messages.at(-1)?.isClient ?? false
  const replies = mayReply && (isAsked || writes)
  return (
    <Stack gap="sm">
      {submission.summary && (
        <SharedText
          summary={submission.summary}
          answers={submission.answers}
          signature={`${submission.submittedBy.name}, ${formatDateTime(submission.submittedAt)}`}
        />
      )}
      {submission.messages.length > 0 && <Thread messages={submission.messages} />}
      {replies && <Reply submissionId={id} focus={writes} onSent={() => setWrites(false)} />}
      <Group gap="xs">
        {mayReply && !replies && (
          <Button size="xs" variant="default" onClick={() => setWrites(true)}>
            <Trans>Write to the client</Trans>
          </Button>
        )}
        {mayWithdraw && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            <Trans>Withdraw from the client</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** What the agency shared with the client company about a submitted candidate, and their questions. */
export function SubmissionSection({ application }: { application: ApplicationDetails }) {
  const mayShare = usePermission('applications:write')
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(latestSubmissionQuery(application.id))
  const latest = data?.items[0]
  const isShared = latest !== undefined && latest.withdrawnAt === null
  // The client's question may have begun it.
  const hasSummary = isShared && latest.summary !== ''
  const canShare = mayShare && !hasSummary && application.status.type === 'submitted' && application.can.edit
  if (!data || (!isShared && !canShare)) return null
  const { name } = application.company
  return (
    <Section title={t`Shared with ${name}`}>
      {isShared && <Shared id={latest.id} mayReply={mayShare} mayWithdraw={mayShare && hasSummary} />}
      {canShare && (
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm" c="var(--ink-2)">
              {latest ? (
                <Trans>
                  Withdrawn: reviewers are not asked for a decision. Share a summary to submit the candidate
                  again.
                </Trans>
              ) : application.candidate.location ? (
                <Trans>
                  Reviewers see the name and the location, and are asked for a decision. No summary is shared
                  yet.
                </Trans>
              ) : (
                <Trans>Reviewers see the name and are asked for a decision. No summary is shared yet.</Trans>
              )}
            </Text>
            <Button size="xs" variant="default" onClick={() => setOpened(true)}>
              <Trans>Share summary…</Trans>
            </Button>
          </Group>
        </Stack>
      )}
      {mayShare && application.resumeFile && (
        <CoveredResume applicationId={application.id} name={application.candidate.name} />
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
