import { t } from '@lingui/core/macro'
import { ActionIcon, Anchor, Select, Switch } from '@mantine/core'
import { candidateLengths } from '@muster/contract/text-lengths.ts'
import { IconExternalLink, IconPhone } from '@tabler/icons-react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useListOnDemand } from '../../ui/list-on-demand.ts'
import { formatPhone } from '../../ui/phone.ts'
import { consentLabels } from '../field-labels.ts'
import { RecordText } from '../fields/editable-text.tsx'
import classes from '../fields/fact-list.module.css'
import { candidateTextField, consentField, doNotCallField, phoneField } from '../fields/field-definitions.ts'
import { FieldNotice } from '../fields/field-notice.tsx'
import facts from '../fields/fields.module.css'
import type { Subject } from '../fields/subject.ts'
import { useEditableField } from '../fields/use-editable-field.ts'

interface ContactProps {
  subject: Subject
  /** It was empty and is shown to be filled in. */
  startsEditing?: boolean
}

/** Links to the profile. Schemes such as `javascript:` are shown as text only. */
export function ProfileLink({ url }: { url: string }) {
  const address = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  if (!/^https?:\/\//i.test(url)) return <span>{address}</span>
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" className={classes.contact}>
      {address}
      <IconExternalLink size={14} stroke={1.6} aria-hidden />
    </Anchor>
  )
}

/** The phone number, with a call button or the reason why there is none. */
export function PhoneField({ subject, startsEditing }: ContactProps) {
  const { candidate, application } = subject
  const { phone, phoneExtension, doNotCall, can } = candidate
  const href = `tel:${phone}${phoneExtension ? `;ext=${phoneExtension}` : ''}`
  const reason = doNotCall
    ? (application?.whyNot.call ?? t`This candidate asked not to be called`)
    : undefined
  return (
    <RecordText
      subject={subject}
      startsEditing={startsEditing}
      kind={phoneField()}
      toText={(phone) => (phone ? formatPhone(phone) : '')}
      canEdit={can.edit}
      type="tel"
      maxLength={candidateLengths.phone}
      actions={
        phone && (
          <>
            <CopyButton className={facts.pencil} value={phone} label={t`Copy phone number`} />
            {reason ? (
              <ActionIcon size="sm" aria-label={t`Call`} title={reason} data-disabled aria-disabled="true">
                <IconPhone size={14} stroke={1.6} />
              </ActionIcon>
            ) : (
              <ActionIcon
                component="a"
                href={href}
                size="sm"
                className={facts.pencil}
                aria-label={t`Call`}
                title={t`Call`}
              >
                <IconPhone size={14} stroke={1.6} />
              </ActionIcon>
            )}
          </>
        )
      }
    >
      {(value) => (reason ? formatPhone(value) : <Anchor href={href}>{formatPhone(value)}</Anchor>)}
    </RecordText>
  )
}

export function EmailField({ subject, startsEditing }: ContactProps) {
  const { email, can } = subject.candidate
  return (
    <RecordText
      subject={subject}
      startsEditing={startsEditing}
      kind={candidateTextField('email')}
      canEdit={can.edit}
      type="email"
      maxLength={candidateLengths.email}
      actions={email && <CopyButton className={facts.pencil} value={email} label={t`Copy email address`} />}
    >
      {(value) => <Anchor href={`mailto:${value}`}>{value}</Anchor>}
    </RecordText>
  )
}

export function ConsentField({
  subject,
  autoFocus,
}: Pick<ContactProps, 'subject'> & { autoFocus?: boolean }) {
  const editable = useEditableField(subject, consentField())
  const list = useListOnDemand()
  const keys = Object.keys(consentLabels) as (keyof typeof consentLabels)[]
  const show = (value: keyof typeof consentLabels) => t(consentLabels[value])
  if (!subject.candidate.can.edit) return show(editable.value)
  return (
    <div className={facts.stack}>
      <Select
        {...list}
        aria-label={editable.label}
        classNames={{ root: facts.field, input: facts.input }}
        autoFocus={autoFocus ?? false}
        allowDeselect={false}
        data={keys.map((value) => ({ value, label: show(value) }))}
        value={editable.value}
        onChange={(value) => value && editable.save(value as keyof typeof consentLabels)}
      />
      <FieldNotice editable={editable} show={show} />
    </div>
  )
}

export function DoNotCallField({ subject }: Pick<ContactProps, 'subject'>) {
  const editable = useEditableField(subject, doNotCallField())
  const show = (value: boolean) => (value ? t`Do not call` : t`Calls allowed`)
  if (!subject.candidate.can.edit) return show(editable.value)
  return (
    <div className={facts.stack}>
      <Switch
        size="xs"
        className={facts.switch}
        label={editable.label}
        checked={editable.value}
        onChange={(event) => editable.save(event.currentTarget.checked)}
      />
      <FieldNotice editable={editable} show={show} />
    </div>
  )
}
