import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getCompany } from '@muster/contract/companies.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { LinkButton } from '../ui/link.tsx'
import classes from './companies.module.css'
import { DeleteCompany } from './company-deletion.tsx'
import { CompanyFacts } from './company-facts.tsx'
import type { Company } from './company-fields.tsx'
import { CompanyPeople } from './company-people.tsx'
import { CompanyPositions } from './company-positions.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { Reviewers } from './reviewers.tsx'

const route = getRouteApi('/companies/$id')

function subtitleOf({ openPositions, openApplications }: Company): string {
  const positions = plural(openPositions, { one: '# open position', other: '# open positions' })
  const applications = plural(openApplications, { one: '# open application', other: '# open applications' })
  return `${positions} · ${applications}`
}

/** The record of a company: its contacts, who awaits its answer, its positions and people, and why it declines. */
export function CompanyPage() {
  const params = route.useParams()
  const { data: company } = useSuspenseQuery(endpointQuery(getCompany, { params }))
  const mayReadPositions = usePermission('positions:read')
  const mayReadPeople = usePermission('applications:read')
  const mayReadReports = usePermission('reports:read')
  const mayReadUsers = usePermission('users:read')
  const [added, setAdded] = useState<string | null>(null)
  const { id } = company
  return (
    <Page
      title={company.name}
      subtitle={subtitleOf(company)}
      actions={
        <>
          <LinkButton
            to="/applications"
            search={{ companyId: [id] }}
            variant="default"
            leftSection={<IconUsersGroup size={16} stroke={1.6} aria-hidden />}
            visibleFrom="sm"
          >
            <Trans>Applications</Trans>
          </LinkButton>
          {company.can.edit && (
            <Button variant="default" onClick={() => setAdded('name')} visibleFrom="sm">
              <Trans>Rename</Trans>
            </Button>
          )}
          {company.can.delete && <DeleteCompany company={company} />}
        </>
      }
    >
      <article className={classes.record} aria-label={company.name}>
        <div>
          <CompanyFacts key={id} company={company} added={added} onAdd={setAdded}>
            {mayReadUsers && <Reviewers companyId={id} />}
          </CompanyFacts>
        </div>
        <div className={classes.column}>
          {mayReadPeople && <CompanyPeople companyId={id} which="awaiting" />}
          {mayReadPositions && <CompanyPositions companyId={id} />}
        </div>
        <div className={classes.column}>
          {mayReadPeople && <CompanyPeople companyId={id} which="open" />}
          {mayReadReports && <DeclineReasons companyId={id} />}
        </div>
      </article>
    </Page>
  )
}
