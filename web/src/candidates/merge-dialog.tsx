import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import type { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { previewMerge } from '@muster/contract/candidate-merges.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { newKey } from '../ui/new-key.ts'
import { ErrorState } from '../ui/state.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './merge-dialog.module.css'
import { MergeCollisions, MergeFields, MergeMoves } from './merge-parts.tsx'
import { type Merge, useMerge } from './use-merge.ts'

export type Preview = ResponseOf<typeof previewMerge>
export type Choices = NonNullable<CallOf<typeof mergeCandidates>['body']['choices']>

interface MergeDialogProps {
  /** The candidate to keep, unless they are swapped. */
  survivorId: string
  mergedId: string
  onClose: () => void
  onMerged?: (merge: Merge) => void
}

interface MergeFormProps {
  preview: Preview
  onSwap: () => void
  onClose: () => void
  onMerged: (merge: Merge) => void
}

function MergeForm({ preview, onSwap, onClose, onMerged }: MergeFormProps) {
  const { survivor, merged, collisions } = preview
  const [choices, setChoices] = useState<Choices>({})
  const [keep, setKeep] = useState<Record<string, string>>({})
  const [key] = useState(newKey)
  const merge = useMerge(onMerged)
  function swap() {
    setChoices({})
    onSwap()
  }
  const submit = () =>
    merge.mutate({
      id: survivor.id,
      key,
      body: {
        mergedId: merged.id,
        version: survivor.version,
        mergedVersion: merged.version,
        choices,
        keepApplicationIds: collisions.map(({ position, suggestedId }) => keep[position.id] ?? suggestedId),
      },
    })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <div className={classes.people}>
        <p className={classes.person}>
          <strong>{survivor.name}</strong>
          <span className={classes.caption}>
            <Trans>is kept</Trans>
          </span>
        </p>
        <Button
          size="xs"
          variant="default"
          onClick={swap}
          leftSection={<IconArrowsExchange size={16} stroke={1.6} aria-hidden />}
        >
          <Trans>Swap</Trans>
        </Button>
        <p className={classes.person}>
          <strong>{merged.name}</strong>
          <span className={classes.caption}>
            <Trans>will be merged into it</Trans>
          </span>
        </p>
      </div>
      <MergeFields
        preview={preview}
        choices={choices}
        onChoose={(field, choice) => setChoices((now) => ({ ...now, [field]: choice }))}
      />
      <MergeCollisions
        preview={preview}
        keep={keep}
        onKeep={(positionId, applicationId) => setKeep((now) => ({ ...now, [positionId]: applicationId }))}
      />
      <MergeMoves preview={preview} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={merge.isPending} data-autofocus>
          <Trans context="two people into one">Merge</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Compares two candidates before merging: the values to keep, and what happens to their applications. */
export function MergeDialog({ survivorId, mergedId, onClose, onMerged }: MergeDialogProps) {
  const [swapped, setSwapped] = useState(false)
  const [id, other] = swapped ? [mergedId, survivorId] : [survivorId, mergedId]
  const { data, error, refetch } = useQuery({
    ...endpointQuery(previewMerge, { params: { id }, query: { mergedId: other } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={t`Merge candidates`} size="lg">
      {error ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <MergeForm
          // Choices for other values do not apply; swapped, they are the same two.
          key={[data.survivor, data.merged]
            .map(({ id, version }) => `${id} ${version}`)
            .sort()
            .join()}
          preview={data}
          onSwap={() => setSwapped(!swapped)}
          onClose={onClose}
          onMerged={(merge) => {
            onClose()
            onMerged?.(merge)
          }}
        />
      ) : (
        <p className={classes.waiting} role="status">
          <Trans>Comparing candidates</Trans>
        </p>
      )}
    </Modal>
  )
}
