import { plural, t } from '@lingui/core/macro'
import type { listCompanies } from '@muster/contract/companies.ts'
import type { RowOf } from '../api/query.ts'
import type { Column } from '../ui/column.ts'
import { deletedColumns } from '../ui/deleted-columns.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './companies.module.css'
import { RestoreCompany } from './company-deletion.tsx'

type Company = RowOf<typeof listCompanies>

function Name({ id, name, deletedAt }: Company) {
  if (deletedAt) return <span className={classes.name}>{name}</span>
  return (
    <TextLink to="/companies/$id" params={{ id }} className={classes.name}>
      {name}
    </TextLink>
  )
}

function OpenPositions({ id, openPositions }: Company) {
  return (
    <TextLink
      to="/positions"
      search={{ companyId: [id], state: ['open'] }}
      className={classes.count}
      aria-label={plural(openPositions, { one: '# open position', other: '# open positions' })}
    >
      {formatNumber(openPositions)}
    </TextLink>
  )
}

function OpenApplications({ id, openApplications }: Company) {
  return (
    <TextLink
      to="/applications"
      search={{ companyId: [id] }}
      className={classes.count}
      aria-label={plural(openApplications, { one: '# open application', other: '# open applications' })}
    >
      {formatNumber(openApplications)}
    </TextLink>
  )
}

function Contact({ contactName, contactEmail, contactPhone }: Company) {
  const reach = contactEmail ?? contactPhone
  return (
    <>
      {contactName}
      {contactName && reach && <span className={classes.caption}> · </span>}
      {reach && (
        <a href={contactEmail ? `mailto:${contactEmail}` : `tel:${contactPhone}`} className={classes.reach}>
          {reach}
        </a>
      )}
    </>
  )
}

/** Returns the columns of the list. Deleted companies have only the identifying columns and Restore. */
export function companyColumns(deleted: boolean): Column<Company>[] {
  const name: Column<Company> = {
    id: 'name',
    header: t`Company`,
    width: 'minmax(160px, 2fr)',
    sort: 'name',
    cell: Name,
  }
  const contact: Column<Company> = {
    id: 'contact',
    header: t`Contact`,
    width: 'minmax(200px, 3fr)',
    from: 'sm',
    cell: Contact,
  }
  if (deleted)
    return [name, contact, ...deletedColumns((company: Company) => <RestoreCompany company={company} />)]
  return [
    name,
    contact,
    { id: 'positions', header: t`Open positions`, width: '120px', align: 'right', cell: OpenPositions },
    {
      id: 'applications',
      header: t`Open applications`,
      width: '140px',
      align: 'right',
      from: 'sm',
      cell: OpenApplications,
    },
    {
      id: 'created',
      header: t`Added`,
      width: '112px',
      from: 'lg',
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDay(createdAt),
    },
  ]
}

/** A row on a narrow screen. */
export function CompanyCard(company: Company) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <Name {...company} />
        {company.deletedAt && <RestoreCompany company={company} />}
      </div>
      <div className={classes.line}>
        <span className={classes.caption}>
          {plural(company.openPositions, { one: '# open position', other: '# open positions' })}
        </span>
        <span className={classes.caption}>
          {plural(company.openApplications, { one: '# open application', other: '# open applications' })}
        </span>
      </div>
    </div>
  )
}
