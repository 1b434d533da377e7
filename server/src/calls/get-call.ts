import * as contract from '@muster/contract/calls.ts'
import { handler } from '../http/handler.ts'
import { loadCall } from './present-call.ts'

export const getCall = handler(contract.getCall, ({ tx, actor, params }) => loadCall(tx, actor, params.id))
