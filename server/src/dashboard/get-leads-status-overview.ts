import * as contract from '@muster/contract/dashboard.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { handler } from '../http/handler.ts'
import { loadOpen } from './load-present.ts'
import { openTypes } from './open-types.ts'

export const getLeadsStatusOverview = handler(
  contract.getLeadsStatusOverview,
  async ({ tx, actor, query }) => {
    const open = await loadOpen(tx, actor, query)
    return {
      items: openTypes.map((type) => {
        const found = open.find(({ a }) => a === statusTypeRank(type))
        return { type, count: found?.count ?? 0, late: found?.late ?? 0 }
      }),
    }
  },
)
