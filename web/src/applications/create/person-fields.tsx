import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, TextInput, type TextInputProps, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { candidateLengths } from '@muster/contract/text-lengths.ts'
import { IconFileText } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { formatPhone } from '../../ui/phone.ts'
import type { ApplicationDraft, KnownPerson, ResumeField } from './application-draft.ts'
import classes from './create-application-page.module.css'
import { clearFilled, filledFields } from './use-resume.ts'

type Form = UseFormReturnType<ApplicationDraft>

function Known({ person, onChange }: { person: KnownPerson; onChange: () => void }) {
  return (
    <div className={classes.known}>
      <Avatar name={person.name} size={28} decorative />
      <div className={classes.knownText}>
        <strong>{person.name}</strong>
        <span className={classes.caption}>
          {[person.email, person.phone && formatPhone(person.phone)].filter(Boolean).join(' · ') ||
            t`No contact details`}
        </span>
      </div>
      <Button size="xs" variant="default" onClick={onChange}>
        <Trans>Change</Trans>
      </Button>
    </div>
  )
}

/**
 * A field that shows when the résumé filled it and the excerpt it came from; pressing that clears the field.
 */
function PersonField({
  form,
  field,
  ...input
}: Omit<TextInputProps, 'form'> & { form: Form; field: ResumeField }) {
  const isFilled = filledFields(form.values).includes(field)
  const foundIn = form.values.fromResume[field]?.foundIn ?? ''
  return (
    <TextInput
      autoComplete="off"
      classNames={{ input: classes.field }}
      data-from-resume={isFilled || undefined}
      rightSection={
        isFilled && (
          <Tooltip label={t`From the résumé: “${foundIn}”. Click to clear.`} multiline maw={320}>
            <ActionIcon
              size={22}
              aria-label={t`From the résumé: “${foundIn}”. Click to clear.`}
              onClick={() => clearFilled(form, [field])}
            >
              <IconFileText size={16} stroke={1.6} aria-hidden className={classes.origin} />
            </ActionIcon>
          </Tooltip>
        )
      }
      maxLength={candidateLengths[field]}
      {...input}
      {...form.getInputProps(field)}
    />
  )
}

interface PersonFieldsProps {
  form: Form
  /** Moves the focus to the matching candidates. Returns whether there are any. */
  onArrowDown: () => boolean
}

/** The applicant: an existing candidate, or the name and contact data of a new one. */
export function PersonFields({ form, onArrowDown }: PersonFieldsProps) {
  const { person } = form.values
  if (person) return <Known person={person} onChange={() => form.setFieldValue('person', null)} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && onArrowDown()) event.preventDefault()
  }
  return (
    <>
      <PersonField form={form} field="name" label={t`Name`} onKeyDown={onKeyDown} />
      <div className={classes.pair}>
        <PersonField form={form} field="email" label={t`Email`} type="email" onKeyDown={onKeyDown} />
        <PersonField form={form} field="phone" label={t`Phone`} type="tel" onKeyDown={onKeyDown} />
      </div>
      <PersonField
        form={form}
        field="profileUrl"
        label={t`Profile`}
        placeholder="https://"
        onKeyDown={onKeyDown}
      />
    </>
  )
}
