import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { candidateLengths } from '@muster/contract/text-lengths.ts'
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
  email: msg`Email`,
  phone: msg`Phone`,
  profileUrl: msg`Profile`,
  location: msg`Location`,
  currentTitle: msg`Title`,
  currentCompany: msg`Employer`,
  tags: msg`Tags`,
  notes: msg`Notes`,
  doNotCall: msg`Do not call`,
  consent: msg`Consent`,
}

interface CandidateFieldsProps {
  form: UseFormReturnType<CandidateValues>
}

/** The contact data of a candidate. */
export function ContactFields({ form }: CandidateFieldsProps) {
  const maySeeContacts = usePermission('contacts:read')
  return (
    <>
      <TextInput
        label={t(fieldLabels.name)}
        required
        withAsterisk={false}
        maxLength={candidateLengths.name}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {maySeeContacts && (
        <div className={classes.pair}>
          <TextInput
            label={t(fieldLabels.email)}
            type="email"
            maxLength={candidateLengths.email}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t(fieldLabels.phone)}
            type="tel"
            maxLength={candidateLengths.phone}
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
        </div>
      )}
      <TextInput
        label={t(fieldLabels.profileUrl)}
        placeholder="https://"
        maxLength={candidateLengths.profileUrl}
        {...form.getInputProps('profileUrl')}
      />
    </>
  )
}

/** Employment, location, tags and notes. */
export function BackgroundFields({ form }: CandidateFieldsProps) {
  return (
    <>
      <TextInput
        label={t(fieldLabels.location)}
        maxLength={candidateLengths.location}
        {...form.getInputProps('location')}
      />
      <div className={classes.pair}>
        <TextInput
          label={t(fieldLabels.currentTitle)}
          maxLength={candidateLengths.currentTitle}
          {...form.getInputProps('currentTitle')}
        />
        <TextInput
          label={t(fieldLabels.currentCompany)}
          maxLength={candidateLengths.currentCompany}
          {...form.getInputProps('currentCompany')}
        />
      </div>
      <TagsInput label={t(fieldLabels.tags)} maxTags={50} maxLength={40} {...form.getInputProps('tags')} />
      <Textarea
        label={t(fieldLabels.notes)}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={candidateLengths.notes}
        {...form.getInputProps('notes')}
      />
    </>
  )
}
