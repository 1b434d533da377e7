import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { consentActions, consentChannels, consentPurposes } from '@muster/contract/consents.ts'
import { showFormError } from '../ui/form-error.ts'
import { fromLocalTime } from '../ui/local-time.ts'
import { actionLabels, channelLabels, purposeLabels } from './consent-labels.ts'
import { useRecordConsent } from './use-record-consent.ts'

interface ConsentFormProps {
  candidateId: string
  onClose: () => void
}

/** Asks what a person agreed to or revoked, when, in which words, and for the evidence. */
export function ConsentForm({ candidateId, onClose }: ConsentFormProps) {
  const { t } = useLingui()
  const form = useForm({
    initialValues: {
      channel: 'any' as (typeof consentChannels)[number],
      purpose: 'recruiting' as (typeof consentPurposes)[number],
      action: 'given' as (typeof consentActions)[number],
      wording: '',
      at: '',
      evidenceUrl: '',
    },
  })
  const record = useRecordConsent(candidateId, (error) => showFormError(form, error, t`Consent not recorded`))
  const submit = ({ at, wording, evidenceUrl, ...values }: typeof form.values) =>
    record.mutate(
      {
        ...values,
        ...(wording.trim() && { wording }),
        ...(at && { at: fromLocalTime(at) ?? '' }),
        ...(evidenceUrl.trim() && { evidenceUrl }),
      },
      { onSuccess: onClose },
    )
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label={t`Record consent`}>
      <Stack gap="sm">
        <Select
          label={t`Channel`}
          allowDeselect={false}
          data-autofocus
          autoFocus
          data={consentChannels.map((value) => ({ value, label: t(channelLabels[value]) }))}
          {...form.getInputProps('channel')}
        />
        <Select
          label={t`Consent`}
          allowDeselect={false}
          data={consentActions.map((value) => ({ value, label: t(actionLabels[value]) }))}
          {...form.getInputProps('action')}
        />
        <Select
          label={t`Purpose`}
          allowDeselect={false}
          data={consentPurposes.map((value) => ({ value, label: t(purposeLabels[value]) }))}
          {...form.getInputProps('purpose')}
        />
        <Textarea
          label={t`Words shown`}
          autosize
          maxRows={6}
          maxLength={2000}
          {...form.getInputProps('wording')}
        />
        <TextInput
          label={t`When`}
          description={t`Now, if empty`}
          type="datetime-local"
          {...form.getInputProps('at')}
        />
        <TextInput
          label={t`Link to the evidence`}
          type="url"
          maxLength={2000}
          {...form.getInputProps('evidenceUrl')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" size="xs" loading={record.isPending}>
            <Trans>Record consent</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
