import * as contract from '@muster/contract/positions.ts'
import { handler } from '../http/handler.ts'
import { loadPosition } from './present-position.ts'

export const getPosition = handler(contract.getPosition, ({ tx, actor, params }) =>
  loadPosition(tx, actor, params.id),
)
