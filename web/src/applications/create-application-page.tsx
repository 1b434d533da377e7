import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { PersonMatches } from '../candidates/person-matches.tsx'
import { Page } from '../layout/page.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import {
  type ApplicationDraft,
  dropDraft,
  emptyDraft,
  isBegun,
  type KnownPerson,
  keepDraft,
  readDraft,
} from './application-draft.ts'
import { ApplicationFields } from './application-fields.tsx'
import classes from './create-application-page.module.css'
import { DuplicateNotice, SamePositionNotice } from './duplicate-notice.tsx'
import { PersonFields } from './person-fields.tsx'
import { PositionSelect, usePosition } from './position-select.tsx'
import { ResumeDrop } from './resume-drop.tsx'
import { useAddApplication } from './use-add-application.ts'
import { filledFields, takeBack, useResume } from './use-resume.ts'

const FilePreview = lazy(() =>
  import('../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

const route = getRouteApi('/applications/create')

/** Puts the focus on the first button there is; answers whether there is one. */
function focusFirst(within: HTMLElement | null): boolean {
  const button = within?.querySelector('button')
  button?.focus()
  return Boolean(button)
}

/** Of a candidate only what the form shows and keeps. */
function knownPerson({ id, name, email, phone }: KnownPerson): KnownPerson {
  return { id, name, email, phone }
}

/** Adds an application for somebody known or new; what was typed is kept until it is sent. */
export function CreateApplicationPage() {
  const { positionId = null, statusId = null } = route.useSearch()
  const navigate = route.useNavigate()
  const [restored, setRestored] = useState(() => readDraft())
  const [another, setAnother] = useState(false)
  const candidate = route.useLoaderData()
  const given = {
    ...(positionId && { positionId, statusId }),
    ...(candidate && { person: knownPerson(candidate) }),
  }
  const blank = { ...emptyDraft, ...given }
  const form = useForm<ApplicationDraft>({
    initialValues: { ...(restored ?? emptyDraft), ...given },
    onValuesChange: (values) => (isBegun(values) ? keepDraft(values) : dropDraft()),
    validate: {
      positionId: (value) => (value ? null : t`Choose a position`),
      name: (value, { person }) =>
        person || value.trim() ? null : t`Enter a name, or choose somebody known`,
    },
  })
  const { values } = form
  const resume = useResume(form)
  const filled = filledFields(values)
  const matches = useRef<HTMLDivElement>(null)
  // Whom it is for stands there from the start when one comes from their page.
  useUnsavedGuard(isBegun(values) && (restored !== null || form.isDirty()), undefined, { kept: true })
  const position = usePosition(values.positionId).data
  const add = useAddApplication(form, (application, draft) => {
    setRestored(null)
    if (another) {
      const { positionId, statusId, source, ownerId, tags } = draft
      form.setValues({ ...emptyDraft, positionId, statusId, source, ownerId, tags })
      form.resetDirty()
      resume.remove()
      return dropDraft()
    }
    dropDraft()
    // Going back leads to where one came from, not to the form again.
    void navigate({
      to: '/applications/$id',
      params: { id: application.id },
      replace: true,
      ignoreBlocker: true,
    })
  })
  const known = add.error instanceof ApiError ? add.error.details : null
  const use = (person: KnownPerson) => {
    form.setFieldValue('person', knownPerson(person))
    form.clearFieldError('name')
    add.reset()
  }
  return (
    <Page title={t`Add application`}>
      <div className={classes.page} data-resume={values.resume ? true : undefined}>
        <form className={classes.form} noValidate onSubmit={form.onSubmit((draft) => add.mutate({ draft }))}>
          <ResumeDrop
            file={values.resume}
            resume={resume}
            filled={filled.length}
            onTakeBack={() => takeBack(form, filled)}
          />
          {form.errors.resume && <span role="alert">{form.errors.resume}</span>}
          <div className={classes.part}>
            <div className={classes.pair}>
              <PositionSelect
                value={values.positionId}
                onChange={(next) => {
                  form.setValues({ positionId: next, statusId: null })
                  form.clearFieldError('positionId')
                }}
                error={form.errors.positionId}
              />
              <Select
                label={t`Status`}
                placeholder={position?.statuses[0]?.name ?? t`The first of the position`}
                disabled={!position}
                clearable
                data={(position?.statuses ?? [])
                  .filter(({ type }) => type !== 'closed' && type !== 'hired')
                  .map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('statusId')}
              />
            </div>
          </div>
          <fieldset className={classes.part}>
            <legend>
              <Trans>Person</Trans>
            </legend>
            <PersonFields form={form} onArrowDown={() => focusFirst(matches.current)} />
            {!values.person && (
              <div className={classes.matches} ref={matches}>
                <PersonMatches
                  typed={{
                    name: values.name,
                    email: values.email,
                    phone: values.phone,
                    profileUrl: values.profileUrl,
                  }}
                  positionId={values.positionId}
                  onUse={use}
                />
              </div>
            )}
            {values.person && values.positionId && (
              <SamePositionNotice candidateId={values.person.id} positionId={values.positionId} />
            )}
            {typeof known?.candidateId === 'string' && (
              <DuplicateNotice
                candidateId={known.candidateId}
                matchedBy={String(known.matchedBy)}
                onUse={use}
                onAddSecond={() => add.mutate({ draft: values, allowDuplicate: true })}
              />
            )}
          </fieldset>
          <ApplicationFields form={form} />
          <div className={classes.buttons}>
            {restored && isBegun(values) && (
              <p className={classes.draft}>
                <Trans>Kept from before.</Trans>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => {
                    setRestored(null)
                    form.setValues(blank)
                    add.reset()
                  }}
                >
                  <Trans>Start anew</Trans>
                </Button>
              </p>
            )}
            <Checkbox
              label={t`Add another`}
              size="xs"
              checked={another}
              onChange={(event) => setAnother(event.currentTarget.checked)}
            />
            <Button type="submit" loading={add.isPending}>
              <Trans>Add application</Trans>
            </Button>
          </div>
        </form>
        {values.resume && (
          <aside className={classes.preview} aria-label={t`Résumé`}>
            <Suspense>
              <FilePreview
                fileId={values.resume.id}
                name={values.resume.name}
                contentType={values.resume.contentType}
              />
            </Suspense>
          </aside>
        )}
      </div>
    </Page>
  )
}
