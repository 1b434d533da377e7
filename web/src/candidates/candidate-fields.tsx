import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { consents, type getCandidate } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { usePermission } from '../session/session.ts'
import classes from './candidates.module.css'

export interface CandidateValues {
  name: string
  email: string
  phone: string
  location: string
  currentTitle: string
  currentCompany: string
  profileUrl: string
  tags: string[]
  notes: string
  doNotCall: boolean
  consent: (typeof consents)[number]
}

type Candidate = ResponseOf<typeof getCandidate>

const consentLabels: Record<CandidateValues['consent'], string> = {
  unknown: 'Not asked yet',
  given: 'Given',
  withdrawn: 'Withdrawn',
}

/** A phone as one would type it, its extension included. */
function phoneOf({ phone, phoneExtension }: Candidate): string {
  return [phone, phoneExtension && `ext. ${phoneExtension}`].filter(Boolean).join(' ')
}

export function candidateValues(candidate?: Candidate): CandidateValues {
  return {
    name: candidate?.name ?? '',
    email: candidate?.email ?? '',
    phone: candidate ? phoneOf(candidate) : '',
    location: candidate?.location ?? '',
    currentTitle: candidate?.currentTitle ?? '',
    currentCompany: candidate?.currentCompany ?? '',
    profileUrl: candidate?.profileUrl ?? '',
    tags: candidate?.tags ?? [],
    notes: candidate?.notes ?? '',
    doNotCall: candidate?.doNotCall ?? false,
    consent: candidate?.consent ?? 'unknown',
  }
}

/** Only what was changed is sent: what one may not see is never overwritten. */
export function changedValues(values: CandidateValues, before: CandidateValues): Partial<CandidateValues> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof CandidateValues]),
    ),
  )
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
        label="Name"
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
            label="E-mail"
            type="email"
            maxLength={254}
            autoComplete="off"
            disabled={disabled}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone"
            type="tel"
            maxLength={60}
            autoComplete="off"
            disabled={disabled}
            {...form.getInputProps('phone')}
          />
        </div>
      )}
      <TextInput
        label="Profile"
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
      <TextInput label="Location" maxLength={300} disabled={disabled} {...form.getInputProps('location')} />
      <div className={classes.pair}>
        <TextInput
          label="Current job"
          maxLength={200}
          disabled={disabled}
          {...form.getInputProps('currentTitle')}
        />
        <TextInput
          label="Current company"
          maxLength={200}
          disabled={disabled}
          {...form.getInputProps('currentCompany')}
        />
      </div>
      <TagsInput
        label="Tags"
        maxTags={50}
        maxLength={40}
        disabled={disabled}
        {...form.getInputProps('tags')}
      />
      <Textarea
        label="Notes"
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
        label="Consent"
        data={consents.map((value) => ({ value, label: consentLabels[value] }))}
        allowDeselect={false}
        disabled={disabled}
        {...form.getInputProps('consent')}
      />
      <Switch
        label="Do not call"
        description="On none of their applications"
        className={classes.switch}
        disabled={disabled}
        {...form.getInputProps('doNotCall', { type: 'checkbox' })}
      />
    </div>
  )
}
