import * as contract from '@muster/contract/health.ts'
import { publicHandler } from '../http/handler.ts'
import { version } from '../version.ts'

export const getReadiness = publicHandler(contract.getReadiness, async ({ services }) => {
  await services.readiness.assert()
  return { status: 'ready' as const, version }
})
