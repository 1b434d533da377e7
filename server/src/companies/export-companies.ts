import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { exportListFields } from '../custom-fields/export-fields.ts'
import { readByFields } from '../custom-fields/search-values.ts'
import { number, text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import { companyOrders, findCompanies } from './list-companies.ts'

const the = (column: string) => sql.ref(`list.${column}`)

export const exportCompanies = exportList(
  contract.exportCompanies,
  { sees: 'companies:read', what: 'companies' },
  async ({ tx, actor, query }) => {
    const builtIn = {
      name: text(t`Company`, the('name'), { width: 28 }),
      website: text(t`Website`, the('website'), { width: 28 }),
      contactName: text(t`Contact person`, the('contact_name'), { contact: true }),
      contactEmail: text(t`Contact email`, the('contact_email'), { width: 28, contact: true }),
      contactPhone: text(t`Contact phone`, the('contact_phone'), { contact: true }),
      notes: text(t`Notes`, the('notes'), { width: 40, contact: true }),
      openPositions: number(t`Open positions`, the('open_positions')),
      openApplications: number(t`Open applications`, the('open_applications')),
      created: time(t`Created`, the('created_at')),
      id: text(t`ID`, the('id'), { width: 38 }),
    }
    return {
      name: t`Companies`,
      columns: { ...builtIn, ...(await exportListFields(tx, actor, 'company', builtIn, query.timezone)) },
      rows: findCompanies(tx, actor, query, await readByFields(tx, actor, 'company', query)),
      idColumn: 'companies.id',
      order: companyOrders[query.sort],
    }
  },
)
