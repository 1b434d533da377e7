import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getCompany } from '@muster/contract/companies.ts'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { useCurrentUser } from '../session/session.ts'
import { showFormError } from '../ui/form-error.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast } from '../ui/toast.tsx'
import { ColumnsSource } from './columns-source.tsx'
import { openPosition } from './open-position.ts'
import { dropDraft, keepDraft, readDraft } from './position-draft.ts'
import { PositionFields } from './position-fields.tsx'
import classes from './position-form.module.css'
import { emptyPosition, toValues, validatePosition } from './position-form.ts'
import type { PositionDetails } from './position-state.ts'

const route = getRouteApi('/positions/create')

function useStart(original: PositionDetails | undefined) {
  const search = route.useSearch()
  const { id } = useCurrentUser()
  const fresh = { ...emptyPosition, companyId: search.companyId ?? null, ownerId: id }
  const [draft] = useState(() => (original || search.companyId ? null : readDraft()))
  const copy = original && { ...toValues(original), name: `${original.name} (copy)`, state: 'open' as const }
  return {
    fresh,
    isDraft: draft !== null,
    values: copy ?? draft?.values ?? fresh,
    pipelineId: search.pipelineId ?? draft?.pipelineId ?? null,
  }
}

function CreatePositionForm({ original }: { original: PositionDetails | undefined }) {
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const start = useStart(original)
  const [pipelineId, setPipelineId] = useState(start.pipelineId)
  const [fromDraft, setFromDraft] = useState(start.isDraft)
  const company = useQuery({
    ...endpointQuery(getCompany, { params: { id: start.values.companyId ?? '' } }),
    enabled: !original && start.values.companyId !== null,
  })
  const form = useForm({ initialValues: start.values, validate: validatePosition })
  const { values } = form
  useEffect(() => {
    const begun = values.name.trim() || values.description.trim() || values.location.trim()
    if (begun && !original) keepDraft({ values, pipelineId })
  }, [values, pipelineId, original])

  const open = useMutation({
    mutationFn: () => openPosition(form.values, pipelineId, original),
    onSuccess: async (position) => {
      dropDraft()
      void invalidate(listPositions)
      toast(`Opened ${position.name}`)
      await navigate({ to: '/board/$id', params: { id: position.id } })
    },
    onError: (error) => showFormError(form, error, 'Position not opened'),
  })

  function startOver() {
    dropDraft()
    form.setValues(start.fresh)
    setFromDraft(false)
  }

  return (
    <form onSubmit={form.onSubmit(() => open.mutate())} noValidate>
      <Sections>
        <Section
          title="Position"
          action={
            fromDraft && (
              <span className={classes.note}>
                Where you left off.{' '}
                <Button size="xs" variant="subtle" onClick={startOver}>
                  Start over
                </Button>
              </span>
            )
          }
        >
          <PositionFields form={form} known={original ?? (company.data && noPeople(company.data))} />
        </Section>
        <Section title="Columns of its board" text="They can be changed at any time.">
          <ColumnsSource
            key={search.copyOf}
            original={original}
            pipelineId={pipelineId}
            onChange={setPipelineId}
            error={form.errors.pipelineId}
          />
        </Section>
        <div className={classes.buttons}>
          <LinkButton to="/positions" variant="default">
            Cancel
          </LinkButton>
          <Button type="submit" loading={open.isPending}>
            Open position
          </Button>
        </div>
      </Sections>
    </form>
  )
}

function noPeople(company: PositionDetails['company']) {
  return { company, owner: null, hiringManager: null }
}

/** Opens a position: from a pipeline, or as a copy of another. What was typed is kept until it is opened. */
export function CreatePositionPage() {
  const { copyOf } = route.useSearch()
  const original = useQuery({
    ...endpointQuery(getPosition, { params: { id: copyOf ?? '' } }),
    enabled: copyOf !== undefined,
  })
  return (
    <Page title="Open a position">
      {copyOf && original.isPending && <PageSkeleton shape="form" />}
      {copyOf && original.isError && (
        <ErrorState
          title="The position to copy could not be loaded"
          text={errorMessage(original.error)}
          onRetry={() => void original.refetch()}
        />
      )}
      {(!copyOf || original.data) && (
        <CreatePositionForm key={copyOf} original={copyOf ? original.data : undefined} />
      )}
    </Page>
  )
}
