import { t } from '@lingui/core/macro'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplication, updateApplication } from '@muster/contract/applications.ts'
import { getCandidate, listCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { toast } from '../ui/toast.tsx'
import { showApplication } from './application-cache.ts'
import { type ApplicationDetails, applicationQuery } from './application-query.ts'

/** What of an application or its person can be changed where it stands. */
export interface FactKind<Value> {
  of: 'application' | 'candidate'
  /** As the API and the history name it. */
  field: string
  label: string
  read: (application: ApplicationDetails) => Value
  /** As the API takes it. */
  send: (value: Value) => unknown
  same?: (a: Value, b: Value) => boolean
  /** Said once it is changed: "Assigned to Ines". */
  done: (value: Value) => string
}

export interface FactConflict<Value> {
  mine: Value
  theirs: Value
  /** Who was faster, as far as the history tells. */
  who: string | null
}

/** Somebody else changed the same fact since it was looked at. */
class Overtaken extends Error {}

interface Edit<Value> {
  next: Value
  /** What stood there when it was edited. */
  base: Value
  isUndo?: boolean
}

async function whoChanged(applicationId: string, field: string): Promise<string | null> {
  const { items } = await call(listActivityLogs, {
    params: { id: applicationId },
    query: { kind: ['edited', 'file', 'reverted'], limit: 50 },
  })
  return items.find((log) => log.field === field)?.actor.name ?? null
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && typeof error.details?.version === 'number'
}

/**
 * A fact that is changed where it stands: shown at once, sent with the version last seen. A change of something else
 * in the meantime does not matter; one of the same fact is a conflict, which keeps both until one is chosen. What
 * could not be sent is kept too.
 */
export function useFact<Value>(application: ApplicationDetails, kind: FactKind<Value>) {
  const { id } = application
  const { of, field, label, read, send, same = Object.is, done } = kind
  const query = applicationQuery(id)
  const current = read(application)
  const [conflict, setConflict] = useState<FactConflict<Value> | null>(null)

  async function attempt({ next, base }: Edit<Value>): Promise<ApplicationDetails> {
    const now = queryClient.getQueryData(query.queryKey) ?? application
    if (!same(read(now), base) && !same(read(now), next)) throw new Overtaken()
    const body = { [field]: send(next) }
    if (of === 'application') {
      return call(updateApplication, { params: { id }, body: { ...body, version: now.version } })
    }
    const { id: candidateId, version } = now.candidate
    const candidate = await call(updateCandidate, { params: { id: candidateId }, body: { ...body, version } })
    return { ...(queryClient.getQueryData(query.queryKey) ?? now), candidate }
  }

  const edit = useMutation({
    scope: { id: `application ${id}` },
    mutationFn: async (change: Edit<Value>) => {
      try {
        return await attempt(change)
      } catch (error) {
        if (!isStale(error)) throw error
        await queryClient.fetchQuery({ ...query, staleTime: 0 })
        return attempt(change)
      }
    },
    onMutate: () => setConflict(null),
    onError: async (error, { next }) => {
      if (!(error instanceof Overtaken)) return
      const theirs = read(queryClient.getQueryData(query.queryKey) ?? application)
      setConflict({ mine: next, theirs, who: null })
      const who = await whoChanged(id, field).catch(() => null)
      setConflict((shown) => shown && { ...shown, who })
    },
    onSuccess: (changed, { next, base, isUndo }) => {
      showApplication(changed)
      // What may be done follows from the person too: whoever must not be called cannot be.
      if (of === 'candidate') void invalidate(getApplication, getCandidate, listCandidates)
      toast(
        isUndo ? t`Undone` : done(next),
        isUndo ? undefined : () => edit.mutate({ next: base, base: next, isUndo: true }),
      )
    },
  })

  const failed = edit.isError && !(edit.error instanceof Overtaken) && edit.variables ? edit.variables : null
  useUnsavedGuard(conflict !== null || failed !== null, label)

  return {
    label,
    /** As it is shown: what one has just chosen before the server has it. */
    value: edit.isPending ? edit.variables.next : (failed?.next ?? conflict?.mine ?? current),
    saving: edit.isPending,
    save: (next: Value, base: Value = current) => {
      if (!same(next, base)) edit.mutate({ next, base })
      else edit.reset()
    },
    conflict: conflict && {
      ...conflict,
      keepMine: () => edit.mutate({ next: conflict.mine, base: conflict.theirs }),
      takeTheirs: () => {
        setConflict(null)
        edit.reset()
      },
    },
    failure: failed && {
      text: errorMessage(edit.error),
      retry: () => edit.mutate({ ...failed, base: current }),
      discard: edit.reset,
    },
  }
}

export type EditedFact<Value> = ReturnType<typeof useFact<Value>>
