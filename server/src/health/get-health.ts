import * as contract from '@muster/contract/health.ts'
import { publicHandler } from '../http/handler.ts'
import { version } from '../version.ts'

export const getHealth = publicHandler(contract.getHealth, async () => ({ status: 'ok' as const, version }))
