import * as contract from '@muster/contract/plans.ts'
import { handler } from '../http/handler.ts'
import { loadPlan } from './present-plan.ts'

export const getPlan = handler(contract.getPlan, ({ tx, actor, params }) => loadPlan(tx, actor, params.id))
