import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getCompany, listCompanies, updateCompany } from '@muster/contract/companies.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { usePermission } from '../session/session.ts'
import { ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { toast } from '../ui/toast.tsx'
import { useVersionedForm } from '../ui/use-versioned-form.ts'
import classes from './companies.module.css'
import { DeleteCompany } from './company-deletion.tsx'
import {
  type Company,
  CompanyFields,
  type CompanyValues,
  companyLabels,
  companyValues,
} from './company-fields.tsx'
import { CompanyPositions } from './company-positions.tsx'

const route = getRouteApi('/companies/$id')

function CompanyForm({ company }: { company: Company }) {
  const params = { id: company.id }
  const edit = useVersionedForm<Company, CompanyValues>({
    entity: company,
    toValues: companyValues,
    validate: ({ name }) => (name.trim() ? {} : { name: t`Say what the company is called` }),
    save: (values, version) => call(updateCompany, { params, body: { ...values, version } }),
    onSaved: (saved) => {
      queryClient.setQueryData(endpointQuery(getCompany, { params }).queryKey, saved)
      void invalidate(listCompanies)
      toast(t`Company saved`)
    },
    onStale: () => void invalidate(getCompany),
    failed: () => t`Company not saved`,
  })
  const { form, dirty, base, newer, changed } = edit
  const { values } = form
  const [before, theirs] = [companyValues(base), companyValues(newer ?? base)]
  useUnsavedGuard(dirty, company.name)
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(edit.submit)}>
      {newer && (
        <ChangedMeanwhile
          key={newer.version}
          title={t`Somebody else saved this company meanwhile`}
          differences={changed.map((field) => ({
            field,
            label: t(companyLabels[field]),
            mine: values[field] || t`Nothing`,
            theirs: theirs[field] || t`Nothing`,
            touched: values[field] !== before[field],
          }))}
          saving={edit.saving}
          onTake={(fields) => edit.take(newer, fields)}
          onSave={edit.submitWith}
        />
      )}
      <CompanyFields form={form} disabled={!company.can.edit} />
      {company.can.edit && (
        <div className={classes.buttons}>
          {dirty && (
            <Button variant="subtle" color="gray" onClick={() => form.reset()}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          <Button type="submit" loading={edit.saving} disabled={!dirty || newer !== null}>
            <Trans>Save company</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}

function subtitleOf({ openPositions, openApplications }: Company): string {
  const positions = plural(openPositions, { one: '# open position', other: '# open positions' })
  const applications = plural(openApplications, { one: '# open application', other: '# open applications' })
  return `${positions} · ${applications}`
}

/** A company: who it is and how it is reached, and what it hires for. */
export function CompanyPage() {
  const params = route.useParams()
  const { data: company } = useSuspenseQuery(endpointQuery(getCompany, { params }))
  const mayReadPositions = usePermission('positions:read')
  return (
    <Page
      title={company.name}
      subtitle={subtitleOf(company)}
      actions={
        <>
          <LinkButton
            to="/applications"
            search={{ companyId: [company.id] }}
            variant="default"
            leftSection={<IconUsersGroup size={16} stroke={1.6} aria-hidden />}
            visibleFrom="sm"
          >
            <Trans>Applications</Trans>
          </LinkButton>
          {company.can.delete && <DeleteCompany company={company} />}
        </>
      }
    >
      <Sections wide>
        <div className={classes.halves}>
          {mayReadPositions && <CompanyPositions companyId={company.id} />}
          <Section title={t`Company`}>
            <CompanyForm key={company.id} company={company} />
          </Section>
        </div>
      </Sections>
    </Page>
  )
}
