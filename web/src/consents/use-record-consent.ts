import { t } from '@lingui/core/macro'
import { getApplication } from '@muster/contract/applications.ts'
import { getCandidate } from '@muster/contract/candidates.ts'
import { listConsents, recordConsent } from '@muster/contract/consents.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { newKey } from '../ui/new-key.ts'
import { toast } from '../ui/toast.tsx'

export type ConsentInput = CallOf<typeof recordConsent>['body']

/** Adds an entry of consent. Once it is stored, the record shows the new state. */
export function useRecordConsent(candidateId: string, onError: (error: unknown) => void) {
  return useMutation({
    mutationFn: (body: ConsentInput) =>
      call(recordConsent, { params: { id: candidateId }, body }, { idempotencyKey: newKey() }),
    onSuccess: async ({ action }) => {
      await invalidate(listConsents, getCandidate, getApplication)
      toast(action === 'revoked' ? t`Consent revoked` : t`Consent recorded`)
    },
    onError,
  })
}
