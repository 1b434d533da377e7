import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { PersonMatches } from '../../candidates/person-matches.tsx'
import { FormFields } from '../../custom-fields/form-fields.tsx'
import { Page } from '../../layout/page.tsx'
import { useUnsavedGuard } from '../../layout/unsaved-guard.tsx'
import { useCurrentUser, usePermission } from '../../session/session.ts'
import {
  type ApplicationDraft,
  dropDraft,
  emptyDraft,
  isBegun,
  type KnownPerson,
  readDraft,
  saveDraft,
} from './application-draft.ts'
import { ApplicationFields } from './application-fields.tsx'
import classes from './create-application-page.module.css'
import { DuplicateNotice, SamePositionNotice } from './duplicate-notice.tsx'
import { NewPosition } from './new-position.tsx'
import { PersonFields } from './person-fields.tsx'
import { PositionSelect, usePosition } from './position-select.tsx'
import { ResumeDrop } from './resume-drop.tsx'
import { useAddApplication } from './use-add-application.ts'
import { clearFilled, filledFields, useResume } from './use-resume.ts'

const FilePreview = lazy(() =>
  import('../../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

const route = getRouteApi('/applications/create')

/** Focuses the first button. Returns whether there is one. */
function focusFirst(within: HTMLElement | null): boolean {
  const button = within?.querySelector('button')
  button?.focus()
  return Boolean(button)
}

/** Picks the fields that the form shows and stores. */
function knownPerson({ id, name, email, phone }: KnownPerson): KnownPerson {
  return { id, name, email, phone }
}

/** Adds an application for an existing or a new candidate. The draft is stored until it is sent. */
export function CreateApplicationPage() {
  const { positionId = null, statusId = null } = route.useSearch()
  const navigate = route.useNavigate()
  const [restored, setRestored] = useState(() => readDraft())
  const [another, setAnother] = useState(false)
  const { candidate, onlyPositionId } = route.useLoaderData()
  const given = {
    ...(positionId && { positionId, statusId }),
    ...(candidate && { person: knownPerson(candidate) }),
  }
  const me = useCurrentUser()
  const mayCreatePosition = usePermission('positions:write')
  const [newPosition, setNewPosition] = useState<string | null>(null)
  const own = {
    ...emptyDraft,
    positionId: onlyPositionId,
    ownerId: me.permissions.includes('users:read') ? me.id : null,
  }
  const blank = { ...own, ...given }
  const form = useForm<ApplicationDraft>({
    initialValues: { ...(restored ?? own), ...given },
    onValuesChange: (values) => (isBegun(values) ? saveDraft(values) : dropDraft()),
    validate: {
      positionId: (value) => (value ? null : t`Choose a position`),
      name: (value, { person }) =>
        person || value.trim() ? null : t`Enter a name or choose an existing candidate`,
    },
  })
  const { values } = form
  const resume = useResume(form)
  const filled = filledFields(values)
  const matches = useRef<HTMLDivElement>(null)
  // A candidate that comes from the address does not count as a change.
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
    // Replace: going back leads to the page before the form.
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
            onClear={() => clearFilled(form, filled)}
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
                onCreate={mayCreatePosition ? setNewPosition : undefined}
              />
              <Select
                label={t`Status`}
                placeholder={position?.statuses[0]?.name ?? t`First status of the position`}
                disabled={!position}
                clearable
                data={(position?.statuses ?? [])
                  .filter(({ type }) => type !== 'closed' && type !== 'hired')
                  .map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('statusId')}
              />
            </div>
            {newPosition !== null && (
              <NewPosition
                name={newPosition}
                onCancel={() => setNewPosition(null)}
                onCreated={(created) => {
                  setNewPosition(null)
                  form.setValues({ positionId: created, statusId: null })
                  form.clearFieldError('positionId')
                }}
              />
            )}
          </div>
          <fieldset className={classes.part}>
            <legend>
              <Trans>Candidate</Trans>
            </legend>
            <PersonFields form={form} onArrowDown={() => focusFirst(matches.current)} />
            {!values.person && (
              <FormFields
                subject="candidate"
                path="personFields"
                drafts={values.personFields}
                errors={form.errors}
                onChange={(drafts) => form.setFieldValue('personFields', drafts)}
              />
            )}
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
                <Trans>Draft restored.</Trans>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => {
                    setRestored(null)
                    form.setValues(blank)
                    add.reset()
                  }}
                >
                  <Trans>Start over</Trans>
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
