import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover } from '@mantine/core'
import type { Permission } from '@muster/contract/permissions.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useCustomFields } from '../../custom-fields/custom-fields-query.ts'
import { useCurrentUser } from '../../session/session.ts'
import { confirm } from '../../ui/confirm.tsx'
import { formatNumber } from '../../ui/format.ts'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { type BulkResult, subjectOf } from '../act-on-applications.ts'
import { assign, remove, reopen, restore, setCallback, setField, tag } from '../application-actions.ts'
import { OptionList } from '../filters/option-list.tsx'
import type { ListQuery } from '../list-query.ts'
import { MoveMenu, type MoveTarget } from '../move-menu.tsx'
import classes from './bulk-bar.module.css'
import { beforeAssigning, beforeCallback, beforeEditing, beforeMoving, beforeTagging } from './bulk-text.ts'
import { ExportMenu } from './export-menu.tsx'
import type { Selected } from './selected.ts'
import { TagForm } from './tag-form.tsx'

const CallbackForm = lazy(() =>
  import('../callback-form.tsx').then((module) => ({ default: module.CallbackForm })),
)

const FieldDialog = lazy(() =>
  import('./field-dialog.tsx').then((module) => ({ default: module.FieldDialog })),
)

/** Rows can be selected with any of these permissions. */
export const bulkPermissions: readonly Permission[] = [
  'applications:move',
  'applications:write',
  'calls:write',
  'applications:close',
  'applications:delete',
  'applications:export',
]

interface BulkBarProps {
  selected: Selected
  query: ListQuery
  /** The shown columns, for the export. */
  columns: readonly string[]
  /** Opens the close dialog. */
  onClose: () => void
  onMove: (target: MoveTarget) => void
  /** Receives the result of an action, to show what was refused. */
  onDone: (result: BulkResult | null) => void
  onClear: () => void
  /** Further hints: keys, or that not all matches are selected. */
  children?: ReactNode
}

function OwnerMenu({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const { t } = useLingui()
  const { id, name } = useCurrentUser()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={260} trapFocus returnFocus position="top-start">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          <Trans>Assign</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t`Assign`}>
        <OptionList
          filter="ownerId"
          label={beforeAssigning(selected)}
          values={[]}
          onToggle={({ value, label }) => {
            setOpened(false)
            const owner = value === 'none' ? null : value === 'me' ? { id, name } : { id: value, name: label }
            void assign(selected.subjects, owner).then(onDone)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface FormMenuProps {
  label: string
  /** Renders the form, which calls `close` when it is submitted. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a form above it. */
function FormMenu({ label, children }: FormMenuProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={300} trapFocus returnFocus position="top-start">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  )
}

function CallbackMenu({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const { t } = useLingui()
  return (
    <FormMenu label={t`Callback`}>
      {(close) => (
        <Suspense>
          <CallbackForm
            label={beforeCallback(selected)}
            onSubmit={(at) => {
              close()
              void setCallback(selected.subjects, at).then(onDone)
            }}
          />
        </Suspense>
      )}
    </FormMenu>
  )
}

function TagMenu({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const { t } = useLingui()
  return (
    <FormMenu label={t`Tag`}>
      {(close) => (
        <TagForm
          label={beforeTagging(selected)}
          selected={selected}
          onSubmit={(add, remove) => {
            close()
            void tag(selected.subjects, add, remove).then(onDone)
          }}
        />
      )}
    </FormMenu>
  )
}

function FieldButton({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const fields = useCustomFields('application').filter(({ canEdit }) => canEdit)
  if (fields.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        <Trans>Edit field…</Trans>
      </Button>
      {opened && (
        <Suspense>
          <FieldDialog
            title={t`Edit a field`}
            explanation={beforeEditing(selected)}
            fields={fields}
            onCancel={() => setOpened(false)}
            onSubmit={(field, draft) => {
              setOpened(false)
              void setField(selected.subjects, field, draft).then(onDone)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function DeleteButton({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const { t } = useLingui()
  async function removeAll() {
    const subject = subjectOf(selected.subjects)
    const text = t`Deleted applications leave all lists and boards. You can restore them for 30 days.`
    if (await confirm({ title: t`Delete ${subject}?`, text, action: t`Delete` }))
      onDone(await remove(selected.subjects))
  }
  return (
    <Button variant="default" onClick={() => void removeAll()}>
      <Trans>Delete…</Trans>
    </Button>
  )
}

/** The actions on the selected rows, at the bottom of the list. */
export function BulkBar(props: BulkBarProps) {
  const { selected, query, columns, onClose, onMove, onDone, onClear, children } = props
  const { t } = useLingui()
  const { permissions } = useCurrentUser()
  const may = (permission: Permission) => permissions.includes(permission)
  const { subjects, able, closed } = selected
  const count = subjects.length
  const number = formatNumber(able.reopen)
  const subject = subjectOf(subjects)

  return (
    <SelectionBar
      label={t`Selected applications`}
      count={count}
      onClear={onClear}
      after={<span className={classes.rest}>{children}</span>}
    >
      {able.move > 0 && (
        <MoveMenu applications={selected.origins} label={beforeMoving(selected)} onMove={onMove}>
          <Button variant="default">
            <Trans>Move to…</Trans>
          </Button>
        </MoveMenu>
      )}
      {able.edit > 0 && (
        <>
          <OwnerMenu selected={selected} onDone={onDone} />
          <TagMenu selected={selected} onDone={onDone} />
          <FieldButton selected={selected} onDone={onDone} />
        </>
      )}
      {able.setCallback > 0 && <CallbackMenu selected={selected} onDone={onDone} />}
      {able.close > 0 && (
        <Button variant="default" onClick={onClose}>
          <Trans>Close…</Trans>
        </Button>
      )}
      {able.reopen > 0 && closed > 0 && (
        <Button variant="default" onClick={() => void reopen(subjects).then(onDone)}>
          {able.reopen === count ? t`Reopen` : t`Reopen ${number}`}
        </Button>
      )}
      {may('applications:export') && (
        <ExportMenu query={query} columns={columns} ids={selected.ids} label={t`Export ${subject}`}>
          <Button variant="default">
            <Trans>Export</Trans>
          </Button>
        </ExportMenu>
      )}
      {able.delete > 0 && <DeleteButton selected={selected} onDone={onDone} />}
      {able.restore > 0 && (
        <Button variant="default" onClick={() => void restore(subjects).then(onDone)}>
          <Trans>Restore</Trans>
        </Button>
      )}
    </SelectionBar>
  )
}
