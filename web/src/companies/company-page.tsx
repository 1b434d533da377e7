import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  deleteCompany,
  getCompany,
  listCompanies,
  restoreCompany,
  updateCompany,
} from '@muster/contract/companies.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { showFormError } from '../ui/form-error.ts'
import { formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './companies.module.css'
import { CompanyFields, companyValues } from './company-fields.tsx'

const route = getRouteApi('/companies/$id')

function Positions({ companyId }: { companyId: string }) {
  const pages = usePages(listPositions, { query: { companyId } })
  const mayWrite = usePermission('positions:write')
  return (
    <Section
      title="Positions"
      action={
        mayWrite && (
          <LinkButton
            to="/positions/create"
            search={{ companyId } as never}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.8} />}
          >
            Open position
          </LinkButton>
        )
      }
    >
      {pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : (
        <ul className={classes.rows}>
          {pages.rows.map((position) => (
            <li key={position.id} className={classes.row}>
              <TextLink to="/positions/$id" params={{ id: position.id }} className={classes.name}>
                {position.name}
              </TextLink>
              <span className={classes.caption}>
                {position.state === 'open'
                  ? `${formatNumber(position.hired)} of ${formatNumber(position.openings)} hired`
                  : position.state.replace('_', ' ')}
              </span>
            </li>
          ))}
          {!pages.isPending && pages.rows.length === 0 && (
            <li className={classes.row}>
              <span className={classes.caption}>No positions at this company yet.</span>
            </li>
          )}
        </ul>
      )}
    </Section>
  )
}

export function CompanyPage() {
  const params = route.useParams()
  const navigate = route.useNavigate()
  const { data: company } = useSuspenseQuery(endpointQuery(getCompany, { params }))
  const mayReadPositions = usePermission('positions:read')
  const form = useForm({ initialValues: companyValues(company) })
  const show = (next: typeof company) => {
    queryClient.setQueryData(endpointQuery(getCompany, { params }).queryKey, next)
    form.setInitialValues(companyValues(next))
    form.reset()
  }
  const save = useMutation({
    mutationFn: (body: typeof form.values) =>
      call(updateCompany, { params, body: { ...body, version: company.version } }),
    onSuccess: (next) => {
      show(next)
      void invalidate(listCompanies)
      toast('Company saved')
    },
    onError: (error) => {
      const stale = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.version
      if (stale) void invalidate(getCompany)
      showFormError(form, error, 'Company not saved')
    },
  })
  const restore = useMutation({
    mutationFn: () => call(restoreCompany, { params }),
    onSuccess: () => {
      void invalidate(listCompanies)
      void navigate({ to: '/companies/$id', params })
    },
    onError: (error) => toastError(error, `${company.name} not restored`),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteCompany, { params }),
    onSuccess: () => {
      toast(`Deleted ${company.name}`, () => restore.mutate())
      void invalidate(listCompanies)
      void navigate({ to: '/companies' })
    },
    onError: (error) => toastError(error, `${company.name} not deleted`),
  })

  return (
    <Page
      title={company.name}
      subtitle={`${formatNumber(company.openPositions)} open positions · ${formatNumber(company.openApplications)} open applications`}
      actions={
        company.can.delete && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )
      }
    >
      <Sections>
        <Section title="Company">
          <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))}>
            <CompanyFields form={form} disabled={!company.can.edit} />
            {company.can.edit && (
              <div className={classes.buttons}>
                <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                  Save company
                </Button>
              </div>
            )}
          </form>
        </Section>
        {mayReadPositions && <Positions companyId={company.id} />}
      </Sections>
    </Page>
  )
}
