import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { decideSubmission } from '@muster/contract/applications.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { showApplication } from '../application-cache.ts'
import type { ApplicationDetails } from '../application-query.ts'
import { reasonsQuery } from '../queries.ts'

export type Decision = 'approve' | 'decline'

interface DecisionDialogProps {
  application: ApplicationDetails
  decision: Decision
  opened: boolean
  onClose: () => void
}

function DecisionForm({ application, decision, onClose }: Omit<DecisionDialogProps, 'opened'>) {
  const { t } = useLingui()
  const { id, version, candidate } = application
  const declines = decision === 'decline'
  const { data: reasons } = useQuery({ ...reasonsQuery, enabled: declines })
  const offered = (reasons?.items ?? []).filter(({ party, hidden }) => party === 'company' && !hidden)
  const form = useForm({
    initialValues: { reasonId: null as string | null, note: '' },
    validate: { reasonId: (reasonId) => (declines && !reasonId ? t`Choose a reason` : null) },
  })
  const decide = useMutation({
    mutationFn: ({ reasonId, note }: typeof form.values) =>
      call(decideSubmission, {
        params: { id },
        body: { decision, reasonId, note: note.trim() || null, version },
      }),
    onSuccess: (decided) => {
      showApplication(decided)
      onClose()
      const { name } = candidate
      toast(declines ? t`Declined ${name}` : t`Approved ${name}`)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => decide.mutate(values))} noValidate>
      <Stack gap="md">
        <Text c="var(--ink-2)" size="sm">
          {declines ? (
            <Trans>
              The application is closed as declined by your company and the recruiter is notified.
            </Trans>
          ) : (
            <Trans>The application moves to the next step and the recruiter is notified.</Trans>
          )}
        </Text>
        {decide.error && <Alert color="red">{errorMessage(decide.error)}</Alert>}
        {declines && (
          <Select
            label={t`Reason`}
            placeholder={t`Choose a reason`}
            searchable
            data-autofocus
            data={offered.map(({ id: value, name: label }) => ({ value, label }))}
            {...form.getInputProps('reasonId')}
          />
        )}
        <Textarea
          label={t`Note`}
          placeholder={t`Optional note to the recruiter`}
          data-autofocus={!declines || undefined}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('note')}
        />
        <FormButtons pending={decide.isPending} onCancel={onClose}>
          {declines ? <Trans>Decline</Trans> : <Trans>Approve</Trans>}
        </FormButtons>
      </Stack>
    </form>
  )
}

/**
 * Asks for the company's decision on a submitted candidate: a reason for declining, and a message to the
 * recruiter.
 */
export function DecisionDialog({ opened, ...form }: DecisionDialogProps) {
  const { t } = useLingui()
  const { name } = form.application.candidate
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={form.onClose}
      title={form.decision === 'decline' ? t`Decline ${name}` : t`Approve ${name}`}
      size="md"
    >
      <DecisionForm {...form} />
    </Modal>
  )
}
