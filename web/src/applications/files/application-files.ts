import { t } from '@lingui/core/macro'
import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import {
  attachApplicationFile,
  listApplicationFiles,
  removeApplicationFile,
  restoreApplicationFile,
} from '@muster/contract/application-files.ts'
import { maxUploadBytes, uploadFile } from '@muster/contract/uploads.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery, invalidate, queryClient, type RowOf } from '../../api/query.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { UploadedFile } from '../../uploads/file-upload.tsx'

export type ApplicationFile = RowOf<typeof listApplicationFiles>

export function filesQuery(id: string) {
  return endpointQuery(listApplicationFiles, { params: { id } })
}

const refresh = () => invalidate(listApplicationFiles, listCandidateActivity)

/** Adds files to an application and removes them, both with Undo. */
export function useFileChanges(id: string, onAttached: (fileId: string) => void) {
  const { queryKey } = filesQuery(id)
  const restore = useMutation({
    mutationFn: (entryId: string) => call(restoreApplicationFile, { params: { id, entryId } }),
    onSuccess: () => toast(t`Undone`),
    onError: (error) => toastError(error, t`File not restored`),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: ({ id: entryId }: ApplicationFile) =>
      call(removeApplicationFile, { params: { id, entryId: entryId ?? '' } }),
    onMutate: (item) => {
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(
        queryKey,
        (data) => data && { items: data.items.filter((each) => each.file.id !== item.file.id) },
      )
      return before
    },
    onSuccess: (_nothing, item) => toast(t`Removed ${item.file.name}`, () => restore.mutate(item.id ?? '')),
    onError: (error, _item, before) => {
      queryClient.setQueryData(queryKey, before)
      toastError(error, t`File not removed`)
    },
    onSettled: refresh,
  })
  const attach = useMutation({
    mutationFn: ({ id: fileId }: Pick<UploadedFile, 'id' | 'name'>) =>
      call(attachApplicationFile, { params: { id }, body: { fileId } }),
    onSuccess: ({ entryId }, { name }) =>
      toast(t`Added ${name}`, () => {
        void call(removeApplicationFile, { params: { id, entryId } })
          .catch((error: unknown) => toastError(error, t`Not undone`))
          .finally(refresh)
      }),
    onError: (error) => toastError(error, t`File not added`),
    onSettled: refresh,
  })
  // After the list was read again, which then has the file.
  const attachAndShow = (file: Pick<UploadedFile, 'id' | 'name'>) =>
    attach.mutate(file, { onSuccess: () => onAttached(file.id) })
  const send = useMutation({
    mutationFn: (file: File) => {
      const name = file.name
      const most = maxUploadBytes / 1024 / 1024
      if (file.size > maxUploadBytes)
        throw new ApiError('PAYLOAD_TOO_LARGE', t`${name} is larger than ${most} MB. Choose a smaller file.`)
      return call(uploadFile, {}, { file })
    },
    onSuccess: (file) => attachAndShow(file),
    onError: (error) => toastError(error, t`Not uploaded`),
  })
  return {
    attach: attachAndShow,
    attachAll: (files: readonly File[]) => {
      for (const file of files) send.mutate(file)
    },
    remove: remove.mutate,
  }
}
