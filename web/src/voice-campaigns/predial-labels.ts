import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PredialReason } from '@muster/contract/predial-answers.ts'
import { reasonLabels } from '../call-queues/queue-labels.ts'

/** The reasons of answers to Vapi: those of call queues, and what keeps a contact from being found in one. */
export const predialLabels: Record<PredialReason, MessageDescriptor> = {
  ...reasonLabels,
  unknown_workspace: msg`Unknown workspace`,
  unknown_queue: msg`The URL names no call queue`,
  unknown_person: msg`Nobody with this number`,
  not_in_queue: msg`Not in the call queue`,
}
