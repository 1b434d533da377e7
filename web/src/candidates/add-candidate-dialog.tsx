import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createCandidate, listCandidates } from '@muster/contract/candidates.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { FormFields } from '../custom-fields/form-fields.tsx'
import { newValues } from '../custom-fields/new-values.ts'
import { showFormError } from '../ui/form-error.ts'
import { LinkButton } from '../ui/link.tsx'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { BackgroundFields, ContactFields } from './candidate-fields.tsx'
import { type CandidateValues, emptyCandidate } from './candidate-values.ts'
import classes from './candidates.module.css'
import { PersonMatches } from './person-matches.tsx'

/** Adds a candidate without an application. Shows possible duplicates while typing and before saving. */
export function AddCandidateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: emptyCandidate,
    validate: { name: (name) => (name.trim() ? null : t`Enter a name`) },
  })
  /** Who has the same contact details. It stays until the next answer, so that nothing moves under a double click. */
  const [known, setKnown] = useState<string>()
  const add = useMutation({
    mutationFn: ({ values, allowDuplicate }: { values: CandidateValues; allowDuplicate?: boolean }) =>
      call(createCandidate, {
        body: { ...values, customFields: newValues('candidate', values.customFields), allowDuplicate },
      }),
    onSuccess: (candidate) => {
      toast(t`Added ${candidate.name}`)
      void invalidate(listCandidates)
      void navigate({ to: '/candidates/$id', params: { id: candidate.id } })
    },
    onError: (error) => {
      const same = error instanceof ApiError ? error.details?.candidateId : undefined
      setKnown(typeof same === 'string' ? same : undefined)
      if (!same) showFormError(form, error, t`Candidate not added`)
    },
  })
  // The candidate opens after an answer that it was added.
  const isAdding = add.isPending || add.isSuccess
  const { name, email, phone, profileUrl } = form.values
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={t`Add candidate`}>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => add.mutate({ values }))}>
        <ContactFields form={form} />
        <PersonMatches typed={{ name, email, phone, profileUrl }} />
        <BackgroundFields form={form} />
        <FormFields
          subject="candidate"
          drafts={form.values.customFields}
          errors={form.errors}
          onChange={(drafts) => form.setFieldValue('customFields', drafts)}
        />
        {known && (
          <div className={classes.notice} role="alert">
            <Trans>A candidate with the same contact details already exists.</Trans>
            <div className={classes.buttons}>
              <LinkButton size="xs" to="/candidates/$id" params={{ id: known }}>
                <Trans>Use existing candidate</Trans>
              </LinkButton>
              <Button
                size="xs"
                variant="default"
                loading={isAdding}
                onClick={() => add.mutate({ values: form.values, allowDuplicate: true })}
              >
                <Trans>Create a second candidate</Trans>
              </Button>
            </div>
          </div>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isAdding}>
            <Trans>Add candidate</Trans>
          </Button>
        </div>
      </form>
    </Modal>
  )
}
