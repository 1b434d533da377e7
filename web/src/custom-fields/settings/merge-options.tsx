import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Select } from '@mantine/core'
import { mergeFieldOptions } from '@muster/contract/field-changes.ts'
import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import type { CustomField, FieldOption } from '../custom-field.ts'
import classes from './field-changes.module.css'
import { fieldsChanged } from './fields-query.ts'

interface MergeOptionsProps {
  field: CustomField
  option: Pick<FieldOption, 'id' | 'label'>
  onClose: () => void
}

/** Replaces an option by another one in all records. */
export function MergeOptions({ field, option, onClose }: MergeOptionsProps) {
  const { label } = option
  const [into, setInto] = useState<string | null>(null)
  const others = field.options.filter(({ id, retired }) => id !== option.id && !retired)
  const target = others.find(({ id }) => id === into)?.label ?? ''
  const merge = useMutation({
    mutationFn: (to: string) =>
      call(mergeFieldOptions, {
        params: { id: field.id },
        body: { from: [option.id], into: to, version: field.version },
      }),
    onSuccess: () => {
      void fieldsChanged()
      toast(t`Merging “${label}” into “${target}”`)
      onClose()
    },
    onError: (error) => toastError(error, t`Options not merged`),
  })
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={t`Merge “${label}”`} size="sm">
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (into) merge.mutate(into)
        }}
      >
        <p className={classes.note}>
          {t`Records with “${label}” get the option you choose here. “${label}” can no longer be chosen afterwards. You can undo this for ${fieldRestoreDays} days.`}
        </p>
        <Select
          label={t`Into`}
          placeholder={t`Choose an option`}
          data-autofocus
          allowDeselect={false}
          searchable={others.length > 8}
          data={others.map((other) => ({ value: other.id, label: other.label }))}
          value={into}
          onChange={setInto}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={!into} loading={merge.isPending}>
            <Trans>Merge options</Trans>
          </Button>
        </div>
      </form>
    </Modal>
  )
}
