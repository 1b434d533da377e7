import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { AddStage } from './add-stage.tsx'
import type { Stage, StageChange, StageStore } from './stage.ts'
import { StageRow } from './stage-row.tsx'
import classes from './stages-editor.module.css'
import { useReorder } from './use-reorder.ts'

interface StagesEditorProps {
  stages: readonly Stage[]
  store: StageStore
  kind: 'stage' | 'status'
  editable?: boolean
}

/** Keeps the new order until the list is reloaded. */
function useOptimisticOrder(stages: readonly Stage[]) {
  const [own, setOwn] = useState<readonly string[] | null>(null)
  const [known, setKnown] = useState(stages)
  if (stages !== known) {
    setKnown(stages)
    setOwn(null)
  }
  const ordered = own?.flatMap((id) => stages.find((stage) => stage.id === id) ?? [])
  return [ordered?.length === stages.length ? ordered : stages, setOwn] as const
}

/**
 * Edits an ordered list of stages or statuses in place: name, type, colour, SLA and order, each change with
 * Undo. The store saves them.
 */
export function StagesEditor({ stages: given, store, kind, editable = true }: StagesEditorProps) {
  const [stages, setOrder] = useOptimisticOrder(given)
  const [announcement, announce] = useState('')
  const list = useRef<HTMLOListElement>(null)

  async function change(stage: Stage, changes: StageChange, done: string) {
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, stage[name as keyof StageChange]]),
    )
    if (await store.change(stage.id, changes)) store.toast(done, () => void store.change(stage.id, before))
  }

  async function move(id: string, to: number) {
    const before = stages.map((stage) => stage.id)
    const from = before.indexOf(id)
    const name = stages[from]?.name
    if (!name || to < 0 || to >= before.length || to === from) return
    const next = before.toSpliced(from, 1).toSpliced(to, 0, id)
    setOrder(next)
    announce(t`${name} is now ${to + 1} of ${before.length}`)
    if (await store.order(next)) store.toast(t`Moved ${name}`, () => void store.order(before))
  }

  const reorder = useReorder({ list, items: stages, onMove: (id, to) => void move(id, to), announce })

  return (
    <div className={classes.editor} data-carrying={reorder.heldId !== null || undefined}>
      <div className={classes.head} aria-hidden>
        <span className={classes.name}>
          <Trans>Name</Trans>
        </span>
        <span className={classes.type}>
          <Trans>Type</Trans>
        </span>
        <span className={classes.days}>
          <Trans>Day limit</Trans>
        </span>
      </div>
      <ol ref={list} className={classes.list}>
        {stages.map((stage, index) => (
          <StageRow
            key={stage.id}
            stage={stage}
            index={index}
            last={index === stages.length - 1}
            editable={editable}
            held={stage.id === reorder.heldId}
            style={reorder.rowStyle(index)}
            handleProps={reorder.handleProps(stage.id)}
            onChange={(changes, done) => void change(stage, changes, done)}
            onMove={(to) => void move(stage.id, to)}
            onRemove={() => store.remove(stage)}
          />
        ))}
      </ol>
      {editable && (
        <AddStage stages={stages} store={store} kind={kind} onAdded={(name) => announce(t`Added ${name}`)} />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}
