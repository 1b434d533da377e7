import * as contract from '@muster/contract/companies.ts'
import { handler } from '../http/handler.ts'
import { loadCompany } from './present-company.ts'

export const getCompany = handler(contract.getCompany, ({ tx, actor, params }) =>
  loadCompany(tx, actor, params.id),
)
