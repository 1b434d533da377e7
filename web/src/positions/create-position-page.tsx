import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getCompany } from '@muster/contract/companies.ts'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { FormFields } from '../custom-fields/form-fields.tsx'
import { Page } from '../layout/page.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { pipelinesQuery } from '../pipelines/pipelines-query.ts'
import { useCurrentUser } from '../session/session.ts'
import type { Stage } from '../statuses/editor/stage.ts'
import { StagesEditor } from '../statuses/editor/stages-editor.tsx'
import { showFormError } from '../ui/form-error.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast } from '../ui/toast.tsx'
import { useFormToast } from '../ui/use-form-toast.ts'
import { BoardPreview } from './board-preview.tsx'
import { ColumnsSource } from './columns-source.tsx'
import { useIsAddingCompany } from './company-select.tsx'
import { openPosition } from './open-position.ts'
import { dropDraft, readDraft, saveDraft } from './position-draft.ts'
import { PositionFields } from './position-fields.tsx'
import classes from './position-form.module.css'
import { emptyPosition, type PositionValues, toValues, validatePosition } from './position-form.ts'
import type { PositionDetails } from './position-state.ts'
import { useDraftStages } from './use-draft-stages.ts'

const route = getRouteApi('/positions/create')

function useInitialValues(original: PositionDetails | undefined) {
  const search = route.useSearch()
  const { id } = useCurrentUser()
  const [start] = useState(() => {
    const fresh: PositionValues = original
      ? { ...toValues(original), name: t`${original.name} (copy)`, state: 'open' }
      : { ...emptyPosition, companyId: search.companyId ?? null, ownerId: id }
    const draft = search.companyId ? null : readDraft(original?.id)
    return {
      fresh,
      isDraft: draft !== null,
      values: draft?.values ?? fresh,
      customFields: draft?.customFields ?? {},
      // A pipeline in the address overrides the draft's.
      pipelineId: search.pipelineId ?? draft?.pipelineId ?? null,
      stages: search.pipelineId && search.pipelineId !== draft?.pipelineId ? null : (draft?.stages ?? null),
    }
  })
  return start
}

/** The initial columns of a new position, and their edited state. */
function useColumns(original: PositionDetails | undefined, start: ReturnType<typeof useInitialValues>) {
  const read = useQuery(pipelinesQuery())
  const pipelines = read.data?.items ?? []
  const [chosenId, setChosenId] = useState(start.pipelineId)
  const [own, setOwn] = useState<readonly Stage[] | null>(start.stages)
  const pipeline = pipelines.find(({ id }) => id === chosenId) ?? pipelines.find(({ isDefault }) => isDefault)
  const stages = own ?? original?.statuses ?? pipeline?.stages ?? []
  const store = useDraftStages(stages, setOwn)
  const toast = useFormToast()

  function choose(next: string) {
    const before = { id: pipeline?.id ?? null, own }
    setChosenId(next)
    setOwn(null)
    if (!own) return
    toast(t`Columns reset to the pipeline`, () => {
      setChosenId(before.id)
      setOwn(before.own)
    })
  }

  return { read, pipelines, pipelineId: pipeline?.id ?? null, own, stages, store, choose, setOwn }
}

function CreatePositionForm({ original }: { original: PositionDetails | undefined }) {
  const navigate = route.useNavigate()
  const start = useInitialValues(original)
  const [fromDraft, setFromDraft] = useState(start.isDraft)
  const columns = useColumns(original, start)
  const addingCompany = useIsAddingCompany()
  const { own, stages, pipelineId } = columns
  const form = useForm({ initialValues: start.values, validate: validatePosition })
  const { values } = form
  const [customFields, setCustomFields] = useState(start.customFields)
  const company = useQuery({
    ...endpointQuery(getCompany, { params: { id: values.companyId ?? '' } }),
    enabled: values.companyId !== null,
  })
  const begun =
    JSON.stringify(values) !== JSON.stringify(start.fresh) ||
    own !== null ||
    Object.keys(customFields).length > 0
  useUnsavedGuard(begun, undefined, { kept: true })
  useEffect(() => {
    if (begun) saveDraft(original?.id, { values, pipelineId, stages: own, customFields })
  }, [begun, values, pipelineId, own, customFields, original])

  const open = useMutation({
    mutationFn: () => openPosition({ values: form.values, pipelineId, stages: own, customFields, original }),
    onSuccess: async (position) => {
      dropDraft(original?.id)
      void invalidate(listPositions)
      toast(t`Created ${position.name}`)
      await navigate({ to: '/board/$id', params: { id: position.id }, ignoreBlocker: true })
    },
    onError: (error) => showFormError(form, error, t`Position not created`),
  })

  function startOver() {
    dropDraft(original?.id)
    form.setValues(start.fresh)
    form.clearErrors()
    columns.setOwn(null)
    setCustomFields({})
    setFromDraft(false)
  }

  return (
    <form onSubmit={form.onSubmit(() => open.mutate())} noValidate>
      <Sections wide>
        <BoardPreview
          name={values.name}
          company={company.data?.name}
          openings={Number(values.openings) || 1}
          stages={stages}
        />
        <div className={classes.halves}>
          <Section
            title={t`Position`}
            action={
              fromDraft && (
                <span className={classes.note}>
                  <Trans>Draft restored.</Trans>{' '}
                  <Button size="xs" variant="subtle" onClick={startOver}>
                    <Trans>Start over</Trans>
                  </Button>
                </span>
              )
            }
          >
            <PositionFields form={form} known={original ?? (company.data && withoutPeople(company.data))} />
            <FormFields
              subject="position"
              drafts={customFields}
              errors={form.errors}
              onChange={setCustomFields}
            />
          </Section>
          <Section
            title={t`Board columns`}
            text={t`You can change the columns at any time. The source pipeline or position is not affected.`}
          >
            <ColumnsSource
              key={original?.id}
              original={original}
              pipelines={columns.pipelines}
              pipelineId={pipelineId}
              onChange={columns.choose}
              error={form.errors.pipelineId}
            />
            {columns.read.isError && stages.length === 0 ? (
              <ErrorState
                title={t`Could not load the pipelines`}
                text={errorMessage(columns.read.error)}
                onRetry={() => void columns.read.refetch()}
              />
            ) : (
              <StagesEditor stages={stages} store={columns.store} kind="status" />
            )}
            {form.errors.statuses && (
              <p className={classes.error} role="alert">
                {form.errors.statuses}
              </p>
            )}
          </Section>
        </div>
        <div className={classes.buttons}>
          {begun && (
            <span className={classes.note}>
              <Trans>Your draft is saved until you create the position.</Trans>
            </span>
          )}
          <LinkButton to="/positions" variant="default">
            <Trans>Cancel</Trans>
          </LinkButton>
          <Button type="submit" loading={open.isPending || addingCompany}>
            <Trans>Create position</Trans>
          </Button>
        </div>
      </Sections>
    </form>
  )
}

function withoutPeople(company: PositionDetails['company']) {
  return { company, owner: null, hiringManager: null }
}

/** Creates a position from a pipeline, or as a copy of another. The draft is stored until it is created. */
export function CreatePositionPage() {
  const { copyOf } = route.useSearch()
  const original = useQuery({
    ...endpointQuery(getPosition, { params: { id: copyOf ?? '' } }),
    enabled: copyOf !== undefined,
  })
  return (
    <Page title={t`Create position`}>
      {copyOf && original.isPending && <PageSkeleton shape="form" />}
      {copyOf && original.isError && (
        <ErrorState
          title={t`Could not load the position to copy`}
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
