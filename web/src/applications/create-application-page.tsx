import { Autocomplete, Button, Checkbox, Select, TagsInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createApplication, listApplicationFacets } from '@muster/contract/applications.ts'
import { listCandidates } from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { PersonMatches } from '../candidates/person-matches.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { newKey } from '../ui/new-key.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { FileUpload } from '../uploads/file-upload.tsx'
import {
  type ApplicationDraft,
  dropDraft,
  emptyDraft,
  isBegun,
  type KnownPerson,
  keepDraft,
  readDraft,
} from './application-draft.ts'
import { showApplication } from './application-query.ts'
import classes from './create-application-page.module.css'
import { DuplicateNotice } from './duplicate-notice.tsx'
import { PersonFields } from './person-fields.tsx'
import { PositionSelect, usePosition } from './position-select.tsx'
import { colleaguesQuery, facetsQuery } from './queries.ts'

type Body = CallOf<typeof createApplication>['body']

const route = getRouteApi('/applications/create')

function toBody(draft: ApplicationDraft, allowDuplicate: boolean): Body {
  const { positionId, statusId, person, name, email, phone, source, ownerId, tags, resume, comment } = draft
  return {
    positionId: positionId ?? '',
    statusId: statusId ?? undefined,
    ...(person ? { candidateId: person.id } : { candidate: { name, email, phone } }),
    allowDuplicate: allowDuplicate || undefined,
    source,
    ownerId,
    tags,
    resumeFileId: resume?.id,
    comment,
  }
}

/** The server's fields are those of the call; the form's have plainer names. */
function formErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, message]) => [
      field
        .replace(/^candidate\./, '')
        .replace(/^candidateId$|^candidate$/, 'name')
        .replace(/^resumeFileId$/, 'resume'),
      message,
    ]),
  )
}

/** The same body keeps its key, so that pressing twice, or again after a broken line, adds one application. */
function useKey() {
  const last = useRef({ body: '', key: '' })
  return (body: Body) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: newKey() }
    return last.current.key
  }
}

/** Adds an application for somebody known or new; what was typed is kept until it is sent. */
export function CreateApplicationPage() {
  const { positionId = null, statusId = null } = route.useSearch()
  const navigate = route.useNavigate()
  const [restored, setRestored] = useState(() => readDraft())
  const [another, setAnother] = useState(false)
  const keyOf = useKey()
  const mayReadUsers = usePermission('users:read')
  const colleagues = useQuery({ ...colleaguesQuery, enabled: mayReadUsers })
  const facets = useQuery(facetsQuery)
  const blank = { ...emptyDraft, positionId, statusId }
  const form = useForm<ApplicationDraft>({
    initialValues: positionId ? { ...(restored ?? emptyDraft), positionId, statusId } : (restored ?? blank),
    onValuesChange: (values) => (isBegun(values) ? keepDraft(values) : dropDraft()),
    validate: {
      positionId: (value) => (value ? null : 'Choose a position'),
      name: (value, { person }) => (person || value.trim() ? null : 'Enter a name, or choose somebody known'),
    },
  })
  const { values } = form
  const position = usePosition(values.positionId).data
  const add = useMutation({
    mutationFn: ({
      draft,
      allowDuplicate = false,
    }: {
      draft: ApplicationDraft
      allowDuplicate?: boolean
    }) => {
      const body = toBody(draft, allowDuplicate)
      return call(createApplication, { body }, { idempotencyKey: keyOf(body) })
    },
    onSuccess: (application, { draft }) => {
      setRestored(null)
      showApplication(application)
      void invalidate(listCandidates, listApplicationFacets)
      toast(`Added ${application.candidate.name} to ${application.position.name}`)
      if (another) {
        const { positionId, statusId, source, ownerId, tags } = draft
        form.setValues({ ...emptyDraft, positionId, statusId, source, ownerId, tags })
        form.resetDirty()
        dropDraft()
      } else {
        dropDraft()
        // Going back leads to where one came from, not to the form again.
        void navigate({ to: '/applications/$id', params: { id: application.id }, replace: true })
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && error.details?.candidateId) return
      const errors = formErrors(error)
      form.setErrors(errors)
      if (Object.keys(errors).length === 0) toastError(error, 'Application not added')
    },
  })
  const known = add.error instanceof ApiError ? add.error.details : null
  const use = (person: KnownPerson) => {
    const { id, name, email, phone } = person
    form.setFieldValue('person', { id, name, email, phone })
    form.clearFieldError('name')
    add.reset()
  }
  return (
    <Page title="Add application">
      <div className={classes.page}>
        <form className={classes.form} noValidate onSubmit={form.onSubmit((draft) => add.mutate({ draft }))}>
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
                label="Status"
                placeholder={position?.statuses[0]?.name ?? 'The first of the position'}
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
            <legend>Person</legend>
            <PersonFields form={form} />
            {!values.person && (
              <div className={classes.matches}>
                <PersonMatches
                  typed={{ name: values.name, email: values.email, phone: values.phone }}
                  onUse={use}
                />
              </div>
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
          <fieldset className={classes.part}>
            <legend>Application</legend>
            <div className={classes.pair}>
              <Autocomplete
                label="Source"
                placeholder="Where they came from"
                maxLength={120}
                data={facets.data?.sources ?? []}
                {...form.getInputProps('source')}
              />
              {mayReadUsers && (
                <Select
                  label="Owner"
                  placeholder="Nobody"
                  searchable
                  clearable
                  nothingFoundMessage="No colleague of this name"
                  data={(colleagues.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  {...form.getInputProps('ownerId')}
                />
              )}
            </div>
            <TagsInput
              label="Tags"
              placeholder={values.tags.length === 0 ? 'Type and press Enter' : undefined}
              maxTags={50}
              data={facets.data?.tags ?? []}
              {...form.getInputProps('tags')}
            />
            <div>
              <span className={classes.label}>Résumé</span>
              <div className={classes.resume}>
                {values.resume && <span>{values.resume.name}</span>}
                <FileUpload
                  label={values.resume ? 'Replace résumé' : 'Upload résumé'}
                  onUploaded={({ id, name, contentType, size }) =>
                    form.setFieldValue('resume', { id, name, contentType, size })
                  }
                />
                {values.resume && (
                  <Button size="xs" variant="subtle" onClick={() => form.setFieldValue('resume', null)}>
                    Remove
                  </Button>
                )}
              </div>
              {form.errors.resume && <span role="alert">{form.errors.resume}</span>}
            </div>
            <Textarea
              label="Comment"
              placeholder="Optional, for colleagues"
              autosize
              minRows={2}
              maxRows={10}
              maxLength={10_000}
              {...form.getInputProps('comment')}
            />
          </fieldset>
          <div className={classes.buttons}>
            {restored && isBegun(values) && (
              <p className={classes.draft}>
                Kept from before.
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => {
                    setRestored(null)
                    form.setValues(blank)
                    add.reset()
                  }}
                >
                  Start anew
                </Button>
              </p>
            )}
            <Checkbox
              label="Add another"
              size="xs"
              checked={another}
              onChange={(event) => setAnother(event.currentTarget.checked)}
            />
            <Button type="submit" loading={add.isPending}>
              Add application
            </Button>
          </div>
        </form>
      </div>
    </Page>
  )
}
