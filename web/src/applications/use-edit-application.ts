import { getApplication, updateApplication } from '@muster/contract/applications.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import {
  type ApplicationDetails,
  applicationQuery,
  patchApplication,
  showApplication,
} from './application-query.ts'

interface Edit {
  changes: Omit<CallOf<typeof updateApplication>['body'], 'version'>
  /** How the application looks with the changes, until the server has answered. */
  shown: Partial<ApplicationDetails>
  /** "Source": for when it could not be changed. */
  what: string
  /** Said once it is done. */
  done: string
  /** Takes it back, where the toast offers to. */
  undo?: Omit<Edit, 'undo'>
}

/**
 * Changes facts of an application: shown at once, sent one after another with the version last seen, put right
 * again where somebody else was faster.
 */
export function useEditApplication(id: string) {
  const { queryKey } = applicationQuery(id)
  const edit = useMutation({
    scope: { id: `application ${id}` },
    mutationFn: ({ changes }: Edit) => {
      const version = queryClient.getQueryData(queryKey)?.version
      return call(updateApplication, { params: { id }, body: { ...changes, version } })
    },
    onMutate: async ({ shown }) => {
      await queryClient.cancelQueries({ queryKey })
      return patchApplication(id, shown)
    },
    onError: (error, { what }, rollBack) => {
      rollBack?.()
      toastError(error, `${what} not changed`)
      void invalidate(getApplication)
    },
    onSuccess: (application, { done, undo }) => {
      showApplication(application)
      toast(done, undo && (() => edit.mutate(undo)))
    },
  })
  return edit.mutate
}
