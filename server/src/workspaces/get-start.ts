import * as contract from '@muster/contract/start.ts'
import { handler } from '../http/handler.ts'
import { loadStart } from './present-start.ts'

export const getStart = handler(contract.getStart, ({ tx, actor }) => loadStart(tx, actor.workspaceId))
