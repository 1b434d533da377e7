import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { createPosition, listPositions } from '@muster/contract/positions.ts'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { errorMessage, fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { CompanySelect } from '../../positions/company-select.tsx'
import { useCurrentUser } from '../../session/session.ts'
import { newKey } from '../../ui/new-key.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './create-application-page.module.css'

interface NewPositionProps {
  name: string
  onCreated: (positionId: string) => void
  onCancel: () => void
}

/** Creates an open position from the default pipeline, and its company if that is new, without leaving the form. */
export function NewPosition({ name: typed, onCreated, onCancel }: NewPositionProps) {
  const { id: ownerId } = useCurrentUser()
  const [name, setName] = useState(typed)
  const [companyId, setCompanyId] = useState<string | null>(null)
  const [openings, setOpenings] = useState<number | string>(1)
  const [key] = useState(newKey)
  const create = useMutation({
    mutationFn: () =>
      call(
        createPosition,
        { body: { name: name.trim(), companyId: companyId!, openings: Number(openings) || 1, ownerId } },
        { idempotencyKey: key },
      ),
    onSuccess: (position) => {
      void invalidate(listPositions)
      toast(t`Created ${position.name}`)
      onCreated(position.id)
    },
  })
  const errors = create.error ? fieldErrors(create.error) : {}
  const canCreate = name.trim() !== '' && companyId !== null
  function submitOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canCreate) return
    event.preventDefault()
    event.stopPropagation()
    create.mutate()
  }
  return (
    <fieldset className={classes.newPosition} onKeyDown={submitOnEnter}>
      <legend>
        <Trans>Create position</Trans>
      </legend>
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          maxLength={200}
          autoFocus
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <CompanySelect value={companyId} onChange={setCompanyId} error={errors.companyId} />
      </div>
      <NumberInput
        label={t`Openings`}
        min={1}
        max={10_000}
        value={openings}
        error={errors.openings}
        onChange={setOpenings}
      />
      {create.error && Object.keys(errors).length === 0 && (
        <span role="alert" className={classes.refusal}>
          {errorMessage(create.error)}
        </span>
      )}
      <div className={classes.buttons}>
        <Button
          type="button"
          disabled={!canCreate}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          <Trans>Create position</Trans>
        </Button>
        <Button type="button" variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </fieldset>
  )
}
