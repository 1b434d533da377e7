import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, TextInput, type TextInputProps, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFileText } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { formatPhone } from '../ui/phone.ts'
import type { ApplicationDraft, KnownPerson, ResumeField } from './application-draft.ts'
import classes from './create-application-page.module.css'
import { filledFields, takeBack } from './use-resume.ts'

type Form = UseFormReturnType<ApplicationDraft>

function Known({ person, onChange }: { person: KnownPerson; onChange: () => void }) {
  return (
    <div className={classes.known}>
      <Avatar name={person.name} size={28} decorative />
      <div className={classes.knownText}>
        <strong>{person.name}</strong>
        <span className={classes.caption}>
          {[person.email, person.phone && formatPhone(person.phone)].filter(Boolean).join(' · ') ||
            t`No contact data`}
        </span>
      </div>
      <Button size="xs" variant="default" onClick={onChange}>
        <Trans>Change</Trans>
      </Button>
    </div>
  )
}

/** A field that says when the résumé filled it, and from which words; pressing that empties it again. */
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
          <Tooltip label={t`From the résumé: “${foundIn}”. Press to empty.`} multiline maw={320}>
            <ActionIcon
              size={22}
              aria-label={t`From the résumé: “${foundIn}”. Press to empty.`}
              onClick={() => takeBack(form, [field])}
            >
              <IconFileText size={16} stroke={1.6} aria-hidden className={classes.origin} />
            </ActionIcon>
          </Tooltip>
        )
      }
      {...input}
      {...form.getInputProps(field)}
    />
  )
}

interface PersonFieldsProps {
  form: Form
  /** Goes to the people who may be the one being typed. */
  onArrowDown: () => boolean
}

/** Who applies: somebody the workspace knows, or the name and contact data of a new person. */
export function PersonFields({ form, onArrowDown }: PersonFieldsProps) {
  const { person } = form.values
  if (person) return <Known person={person} onChange={() => form.setFieldValue('person', null)} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && onArrowDown()) event.preventDefault()
  }
  return (
    <>
      <PersonField form={form} field="name" label={t`Name`} maxLength={200} onKeyDown={onKeyDown} />
      <div className={classes.pair}>
        <PersonField
          form={form}
          field="email"
          label={t`E-mail`}
          type="email"
          maxLength={254}
          onKeyDown={onKeyDown}
        />
        <PersonField
          form={form}
          field="phone"
          label={t`Phone`}
          type="tel"
          maxLength={60}
          onKeyDown={onKeyDown}
        />
      </div>
      <PersonField
        form={form}
        field="profileUrl"
        label={t`Profile`}
        placeholder="https://"
        maxLength={500}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
