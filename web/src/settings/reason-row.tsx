import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, TextInput } from '@mantine/core'
import { listReasons, updateReason } from '@muster/contract/dispositions.ts'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './settings.module.css'

type Reason = RowOf<typeof listReasons>
type Change = Partial<Pick<Reason, 'name' | 'hidden'>>

/** A reason. Its name is edited in place: saved on Enter or blur, cancelled on Escape. */
export function ReasonRow({ reason, editable }: { reason: Reason; editable: boolean }) {
  const [name, setName] = useState(reason.name)
  const change = useMutation({
    mutationFn: (body: Change) => call(updateReason, { params: { id: reason.id }, body }),
    // The reason that is shown has the new name until the answer.
    onMutate: (body) => ({ name: reason.name, rollBack: patchRow(listReasons, reason.id, body) }),
    onError: (error, _body, before) => {
      if (!before) return
      before.rollBack()
      setName(before.name)
      toastError(error, t`“${before.name}” not changed`)
    },
    onSettled: () => invalidate(listReasons),
  })

  function rename() {
    const next = name.trim()
    if (next === '' || next === reason.name) return setName(reason.name)
    change.mutate({ name: next }, { onSuccess: () => toast(t`Renamed “${reason.name}” to “${next}”`) })
  }

  function hide(hidden: boolean) {
    const done = () =>
      toast(hidden ? t`“${reason.name}” is hidden` : t`“${reason.name}” is shown`, () => hide(!hidden))
    change.mutate({ hidden }, { onSuccess: done })
  }

  if (!editable) {
    return reason.hidden ? null : <li className={classes.reason}>{reason.name}</li>
  }
  return (
    <li className={classes.reason} data-hidden={reason.hidden || undefined}>
      <TextInput
        className={classes.name}
        classNames={{ input: classes.nameInput }}
        aria-label={t`Name of “${reason.name}”`}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Escape') setName(reason.name)
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
      {reason.hidden && (
        <span className={classes.caption}>
          <Trans>hidden</Trans>
        </span>
      )}
      <ActionIcon
        aria-label={reason.hidden ? t`Show “${reason.name}”` : t`Hide “${reason.name}”`}
        title={reason.hidden ? t`Show` : t`Hide`}
        onClick={() => hide(!reason.hidden)}
      >
        {reason.hidden ? <IconEyeOff size={16} stroke={1.6} /> : <IconEye size={16} stroke={1.6} />}
      </ActionIcon>
    </li>
  )
}
