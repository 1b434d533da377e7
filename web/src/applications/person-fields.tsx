import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Avatar } from '../ui/avatar.tsx'
import type { ApplicationDraft, KnownPerson } from './application-draft.ts'
import classes from './create-application-page.module.css'

function Known({ person, onChange }: { person: KnownPerson; onChange: () => void }) {
  return (
    <div className={classes.known}>
      <Avatar name={person.name} size={28} decorative />
      <div className={classes.knownText}>
        <strong>{person.name}</strong>
        <span className={classes.caption}>
          {[person.email, person.phone].filter(Boolean).join(' · ') || 'No contact data'}
        </span>
      </div>
      <Button size="xs" variant="default" onClick={onChange}>
        Change
      </Button>
    </div>
  )
}

/** Who applies: somebody the workspace knows, or the name and contact data of a new person. */
export function PersonFields({ form }: { form: UseFormReturnType<ApplicationDraft> }) {
  const { person } = form.values
  if (person) return <Known person={person} onChange={() => form.setFieldValue('person', null)} />
  return (
    <>
      <TextInput label="Name" autoComplete="off" maxLength={200} {...form.getInputProps('name')} />
      <div className={classes.pair}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('phone')}
        />
      </div>
    </>
  )
}
