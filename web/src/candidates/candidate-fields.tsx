import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { consents } from '@muster/contract/candidates.ts'
import { usePermission } from '../session/session.ts'
import type { CandidateField, CandidateValues } from './candidate-values.ts'
import classes from './candidates.module.css'

export const consentLabels: Record<CandidateValues['consent'], MessageDescriptor> = {
  unknown: msg`Not asked yet`,
  given: msg({ message: 'Given', context: 'consent' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'consent' }),
}

export const fieldLabels: Record<CandidateField, MessageDescriptor> = {
  name: msg`Name`,
  email: msg`E-mail`,
  phone: msg`Phone`,
  profileUrl: msg`Profile`,
  location: msg`Location`,
  currentTitle: msg`Current job`,
  currentCompany: msg`Current company`,
  tags: msg`Tags`,
  notes: msg`Notes`,
  doNotCall: msg`Do not call`,
  consent: msg`Consent`,
}

interface CandidateFieldsProps {
  form: UseFormReturnType<CandidateValues>
  disabled?: boolean
}

/** Who a person is and how to reach them. */
export function ContactFields({ form, disabled }: CandidateFieldsProps) {
  const maySeeContacts = usePermission('contacts:read')
  return (
    <>
      <TextInput
        label={t(fieldLabels.name)}
        required
        withAsterisk={false}
        maxLength={200}
        autoComplete="off"
        disabled={disabled}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {maySeeContacts && (
        <div className={classes.pair}>
          <TextInput
            label={t(fieldLabels.email)}
            type="email"
            maxLength={254}
            autoComplete="off"
            disabled={disabled}
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t(fieldLabels.phone)}
            type="tel"
            maxLength={60}
            autoComplete="off"
            disabled={disabled}
            {...form.getInputProps('phone')}
          />
        </div>
      )}
      <TextInput
        label={t(fieldLabels.profileUrl)}
        placeholder="https://"
        maxLength={500}
        disabled={disabled}
        {...form.getInputProps('profileUrl')}
      />
    </>
  )
}

/** Where and as what they work, tags and notes. */
export function BackgroundFields({ form, disabled }: CandidateFieldsProps) {
  return (
    <>
      <TextInput
        label={t(fieldLabels.location)}
        maxLength={300}
        disabled={disabled}
        {...form.getInputProps('location')}
      />
      <div className={classes.pair}>
        <TextInput
          label={t(fieldLabels.currentTitle)}
          maxLength={200}
          disabled={disabled}
          {...form.getInputProps('currentTitle')}
        />
        <TextInput
          label={t(fieldLabels.currentCompany)}
          maxLength={200}
          disabled={disabled}
          {...form.getInputProps('currentCompany')}
        />
      </div>
      <TagsInput
        label={t(fieldLabels.tags)}
        maxTags={50}
        maxLength={40}
        disabled={disabled}
        {...form.getInputProps('tags')}
      />
      <Textarea
        label={t(fieldLabels.notes)}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={5000}
        disabled={disabled}
        {...form.getInputProps('notes')}
      />
    </>
  )
}

/** Whether they may be called, and whether they agreed to be kept. */
export function ConsentFields({ form, disabled }: CandidateFieldsProps) {
  return (
    <div className={classes.pair}>
      <Select
        label={t(fieldLabels.consent)}
        data={consents.map((value) => ({ value, label: t(consentLabels[value]) }))}
        allowDeselect={false}
        disabled={disabled}
        {...form.getInputProps('consent')}
      />
      <Switch
        label={t(fieldLabels.doNotCall)}
        description={t`On none of their applications`}
        className={classes.switch}
        disabled={disabled}
        {...form.getInputProps('doNotCall', { type: 'checkbox' })}
      />
    </div>
  )
}
